"""What pieces on the rows are worth, in hundredths of a logit, as lab/measure/leistiko_learn.c learnt it."""

from base64 import b85decode, b85encode
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from struct import iter_unpack, pack
from typing import NamedTuple
from zlib import compress, decompress

from companion.games.leistiko_blockade.rules.model import Variant

Table = tuple[tuple[int, ...], ...]
# A side has at most 16 pieces, so that a row holds 0 to 16.
COUNTS = 17
# Own and opposing pieces of a row, up to seven of each, as one number.
CODES = 64


class Weights(NamedTuple):
    """What one variant's positions are worth, by numbers of pieces.

    `facing[own][opposing]` is of the two halves of a row; `near[fewer][more]` and `far[fewer][more]` of neighbouring
    rows, one's own and the opponent's; `pairs[lower][higher - lower]` of neighbouring rows by their codes;
    `left_first[own][opposing]` and `left_second[own][opposing]` of all that is left, after the first player's turn and
    after the second's.
    """

    facing: Table
    near: Table
    far: Table
    pairs: Table
    left_first: Table
    left_second: Table


def unpacked(text: str) -> Weights:
    """The tables, as `packed` wrote them."""
    numbers = (number for (number,) in iter_unpack("<h", decompress(b85decode("".join(text.split())))))
    square = [COUNTS] * COUNTS
    return Weights(*(_table(numbers, rows) for rows in (square, square, square, range(CODES, 0, -1), square, square)))


def _table(numbers: Iterator[int], rows: Iterable[int]) -> Table:
    return tuple(tuple(islice(numbers, length)) for length in rows)


def packed(weights: Weights) -> str:
    """Numbers of two bytes each, low byte first, table by table and row by row, compressed, as text."""
    numbers = [number for table in weights for row in table for number in row]
    return b85encode(compress(pack(f"<{len(numbers)}h", *numbers), 9)).decode()


PACKED: Mapping[Variant, str] = {
    "base": r"""
    c-rk*Ym60V8Gh!>x$d&;vJ1=2)<PG`!b%IJH!!soG__HpRnlsS(TLR;V`7tPqCeUgHEA`P)cB({rs+jdYprOE))p@Wv<Ri8SngXI3eqC5%kG}tbD
    h`ceZQGG7nX(ngMT`cbN0-9@4VONy?nEIxf!eR8GH(#!0osbAH!OH?!qVWX>7pf@kMNssw~Ba@lo7@l~{y@xEg&tm+<dm{+)-7@`|MR^v8Lw!7|?
    IL@PXu$)KE)<8oNOC%=_HNgC5}1!f_K8JLO|QWWH*ye3=a5Aq}Vh5SwiM5LAL?MR}`r(c(y^1S?7ej*R?vx(<1DUqfsKB_Vz|CK|sL!OhT<ooh9`
    MLa2w#cv)1U#xTMt;X+ul!SfFOSK0<jeB7Y?qhFp-3J+5|lAY4f|ymrTmOC?v-E49y!3fRa%ro+N?M&M`+;-vQd6WDNj@5w@Be*3hkUiJAhH%IY2
    u$$)j>V_1!OLsYNHcF_*S>k&}lZ>av?$o{$G=>weQ<J{F)CSJGoM=@DR<7H_8?9-*uQlA#x`#dWv|%jwmt@Ghe{O`HG9^`}TNmEK&9+wc*5ke*+K
    Ysj&SvQEjrY0;CUoK6YrupXbq-Hhp4QeDpoD$QH8>2caVhx|9-UVIbx;j6fZabL?w_mQ*GJSK0-0!IHnJcNhw1Aae%uj32k^#MwoMSVU*>Rv3R6<
    zdIz<9r65q*}v+{p78Mq?GFzK=BTrbnxc+ELnhi25Jo-{Tf75KU`v13i&KNrvPMsZQ~Gm{CN0+(B!5k%5njlo`b;<w@PT9`g)6fhYp1BIm5@k)my
    YoM+V?x^n*2i>G<#xX|%;;(3p}N-PX8CyLU69wPo$;&44H(*|M}_>25aHnSQWBqA!r{cK!L#4Ti2%x8|dV~6}%UL-}HTw0l%GniG=(Z=kn9lv1)z
    DyoP()dJUlHXpFKKtYZ(WP<qZPgn`=OVT6Y%MYFx<f~Tt2pmEY|Wc+{hi}tjtXn#X;!M^tQe;mml0kMv2qj`#T-%6&AyZ2>9HoXvQ~Bw7fDuuA@-
    yxcrWW}2T?Mc(dyvc71n)n>`rCt5;qbj1B|y;H;q^a2H7#Tvajr8cR3^NtT`RzUKQo3&y`G*yj}NNhZvH#*&~L@Pbmk<=_K#;6Ni^m)*1G)QLA{`
    *#<>*FY%66xFoy65G~P~<}i7f7~jhZKS&AM%L?R{qog!3KT3*|ysOtf=1}{hD8FIS_^ga6!)2a#M#ya@vgVV5bwr0$&v09@%BJWRO3sE=&Lg*BYJ
    S!-NV})@z%;2+)VfN!t(az*&zJ|xVfA)dl4ULi*109jzLG>WR3+z-XYRYo?AiT<=@-SgNWIHE_4z<Fb5%37%(H32$tj3_0*UfVdxX||=e<NIuU55
    Hme1!U_5iH!*VY3{tnfRqexcNvFl+tLFFHxo^Yn~cIkrrD5#V$ZL2O~Ie|Yd3I*C3N#4?pSO=&fL&Lc2i)>|6X@eCi8`fgR<v+BQ{jzOJoG)CR5q
    gjic^KP1PuErX87M;fa=Qmh@hU(@qULFFeuaF+CsD@So$B9avyxJ_1ml17qn3ZYf=TvCsj7c|Vh*^x5PE=R$yM?rKsg>%OF^*YQ{Z_+Z3XZRDS9)
    Dwjwya&D=F%uu~yF}$jK+KOz2TXr{kuYDD`Y;<P}LdqfZ!R+B8X+w;V40*drsv>lkx7@@QV7C}(kk73wVWXV^N857jHl>^&=rl%&;=3fC*<8_(vQ
    fZSaCU93IR-yOqza>%mMA*0POsz;eQSrRu3>GhaZi@fm+%o8cQTao&i#>sIR5lB7i%4StLj9DO2oCC{~qG1qlX!lt+1F6SdsR54xrPlD<n3rWyn=
    3Z$OPtU8w=A_xDw}R&(%5$cIp2hqXzCnMe$~?iP1n^pr<!x=+}{|d-v><<2SjtWE_RBC)`mGGVVG*nllr6Cijqi!m!~r)x~wB;PIOUL8|!oje`T#
    JXzkW4%W^%*UZ@^T#8oe4c&W)u5vkg{&V-(7<C8PsW}C94&5~B;Pbd3Jg?trPZMKV38kd#Hu<}OUY4opNmt!3Gc!S7StS9WL*`}Xw{Z+M6ot^iRr
    d^g2)2Q_s?LHzkER^lzJad{^;xL#O&9S3aah&{s-Ru<axp?_j?+S4q)M{$v^MZA}2y2xv206yNK)(5~uDQL&u#Coa-)lf<bL9_0yf@0rSdST~L#F
    ;J#>l+T3>jgtUXmYns)>5gh4(-8N7^d!L_8**cKs%<T9uMk$Mf{aG>lmsBj061@A#pdRM=a*I7`YF>!`*giF=(?T5MX#7|N6O%eR@w`7sf9u4W6|
    dX0OUnbdAQ(6{L&!&x#JPW+zTO@<bE=kZ+aenC?3!)IHVU4^)^s#kTU^yAJM>FT(+dRv<VB5U>e9Iql=de(m%E6KT)tA-FKt!Vg7SdLyiE}AWEjO
    *n0JK1o@j(FbkCV{Hvc_iA?Mf&(nxbaZ3{EKoX(ICN#E6v2R>*t<m0`Z!#RZlxUmlj69h83@=@{gDK<9qpH-eg?*!#^jE7ZXEQL(w!#)@raf0k_F
    w&zt1^OX0~2OYkPiq1sRty#KTIli_vgaJyc1b7sE=tMPt*&tvWH<X*QG`o216yM=}FQ`uvC@5?x8b=j1cv-KAH1+0{B$R>GJ{=@0U3-@y=dlQjj_
    sH`4PWh5NBF}Sof0X-_0n!z1HcQ$bTczAD56F+@8Tp6olh@^lylGS#L7jw@;z@Z_o{*>IIoVD=2YB{#c5^!e-=uDp7i2S~Y?f{E67AZ<b07JXte)
    t8pr23fm)B&M?2w(*csIXykV<J1#$!-UaGH8sj>#d}%cmXfc0M&CZbB_`Pcp`<5lTNnJ^M+sQ(mOzhwaUb=BvJADcC!VF;1BJW_Ukow#in~SH$i5
    OZJwdY|~E3-svBt*4yM?{0-X~>0YU5oGLamj#96K@-k_5S%<9HdxMfqd@50WU*OK{Fg4z0-BbId`!0v?7!uYk2jmUv;&@bTj;xSJS=|0C5S@7Pwx
    hi8aV@@uE!c%;@gUaW2BJjYI%UJRkm}O`S%J^tyLcGi#yz+li@BF=Hw2}^nRkoKz)iRV8}Jp}ja#_~o@Vn*4(^Q)@GH(rbFqR?ufttfgC*QAPq7Y
    ~3Mn=-8q?5&8@YNLKg;bu3#v)hCOBXhDLm@8h-)ixGp@7$8Ki8#kTQxRjBSG2^<XLOTETM(cj~RCiNonBPTEOYcqRI<j5Jr1+g!_noFQIk;)3mUX
    W}Z#SwX7B+}(HDt|4XnhEaQel(YRtAML)Lnb*V2)43*LQVJFk<&r@+by1q7%+4<R?~-Cn(Nm2lz*%??R?(h5S~t}ubwyBZf2?tDL$CeEViEn4qa6
    `G+<r6&-&M`0P0Q$)={6fhtA!Xxn%S!La`I_`!)bIDjn?sM#{$~kgZ}{~8Sx(
    """,
    "super-push": r"""
    c-rk*S*%@E8UEHj)17*6ueT#ZWw=Tanle~HDzSovQd)&*G@yxw2h_wE6CslLV2D1TVqzi>MuS)j1&v{BE4DzWrlk(GrV!*Z6bjP0rM<Vk_nu*&&u{%}p
    M8ejsl^8$x>xo-=j{FOe_G!^taVDf3ZKIlaWhundMv|A+=MUSR(u(^;~V%E?!=#%MGwxye0&)F`kaSz^?8o2^Kcf<z+9~1aXMU#k71$i&c$@Jp~{$pJi
    z_j#n<^uzQI?S!)$whnnpWHJjS>AGPm$KKF<5NUElT*h(Kmg;ZYvcJAdN_{*J%lz5JCZ{>uL_GK!cbQS1}NHc|YRKjEExKor|~h*i-5F-Q3x-{pXKJjG
    x0hx{fVk-V2VByID^h)=BV2So7?uIGdN5x>oc`5O0%M-ByaAPa|K{d!Y;H|W_<c?Tbo%%gg*M^^O8GaZsu)H?&*%qRH^eqWs4U|BZIkiBPOras%G@ljd
    3ozHL;@8N23bb7yE;{u)MVvf89405Mzd|X^s^DR!3cQ41KxB`oGoiESzh~}UqJuh8W$rru25Z7qdR_OdR7K`e9$@4TXO5X?g4rgmtKCk(_4PVlArKqkD
    ry0^`kF>d8*Lk=WU&VLuJ$zT!ui+~~z!EIbJOX>A$!_-Jv$z94#?SFH+>5($7ru^LaGj*h5zP&fyHMXR!Yt`OB<)_{vwWIs<@L4l>qgD#ESxQTcx=S-!
    +!bvkY;zk&LbSwbAK$t)wl$G7!}14I|nt6vzR>h$6{P2iV8<`x1>?gs5U(JM@|E>ugY*@%p=_Q*YPO)yW>4Oef%$vCxn)*8ZQaa$ApTqVyj;`y&lVPqp
    )|AXx`#0!s~!yZ-i~azy}n2z547!w{l51wg`8BQS8O+(7kDT(xuU1c&Hs4xk)jWRdjot<n8KO^f@XSQ0!-HMB`|kfzMS=V|<G6+)ZHn#7|EjQ#(48Uxt
    L8!^#OG>{IM^>37kpNu*lkD^;6Sgh;dtl>cT3JsI7Jg|@{)1KBOS_&FmNpsc)8Wx?`4l-XistYel<{H&ja9jX}Hl!bTj-^%<s<+thZnJCsdM-oQ#ts-j
    w{w&o1O6~zkk1gwWsrFI24r@fp@w94D)*EHr&#B^6SW2=_RXm2pbtKJ24g*&ChQ!Zjz*rIEYo3=sTNxOVeq6ttwC^_h<I?`Py<ZUGEA$z*sP_ue#Cynd
    @pgNCizc@%iHZmzi)Ip(I$1HS%zQwSN6jB)c{-~n-IDBca+zL+gRh@n#$Kz&K1SMg&ESZrd|ZU+DM~U>vlLd>gPkskpnMV`4&K_svct=W>F;>X?ed%dG
    _~nz^P+w`tr||6Ibq>7n~z%Dmdqb6m2+aQcWI6A8u@M`HctdZWf1&Ti{0R-nqIXE6H8w<*b|}II!;(&stJZdjS3z^nsXZKSREPuyF;}>29kS?zw27J*2
    HFgoa*~D%brp4PPgUFnp}rYo1ZA<=o<Xyk8Dc@j9Ri?*(6pI8!1fXY=%PSY_}QqzAYL8d(89Q%K4q*>{04c?is864&Gyh<X#q)1XDF__Gm_iRAtH*Uzy
    bEpj#o;u4>lh&2!n*pRVCrLrvY@C_!-Dy1@i7K&?l~rxFT=tXgC_i=ptn+JKi#OTW_5;=lT@qD4?8oxji}hkhs$_fbY^Ou;&+D(fi7H}LZJ^C#4$D79=
    PL3*pTk;PTL8w)W##Acd0!fLo~w$L^8UqEYwRERN9TVgYpsUIQFo=m5ADiynxf8m6AtaTA?jJd_6T}12ArWy1dQo$lAWb<C#$;+!wD2lB<ctm);a!KAT
    C;2RIIkoQVNb3M!F$S&1&}v0CMMQ`YXEI6_5wXp@YwEI_^>6k@xyAn>Vry?zk_<6w(ULL!@(E&HLe*~ZQ}<TXz`L=kc=VQ7&rLqF6d7ooS&~aN4P2sRC
    LC%tsvdDZL)SE|>)&ZUA7$+wPmyVuah{N!$HGc0VmggmC9OD_lSE-<41{M}s(_mm`I8+v%RA9YyfHCVS+nCiCeJfxxD4@HGHbF3-mT#@XQ*?i=fES@QB
    ~7g9}7VpmUTQOZ3Z)`7Ofd=vYgPF>>?ns*(uVp<7Cb8*Pr$5nY9kdW4p^bHKrJf?05am5*za*5^I{Z4xjBUKF&;#qsF?MO}usDjJXN9G;<r9_tX)bX`!
    AB{o}3cU0NHPb8BNS7jV)Tf9@2uZp5)`dUxv8W_(M>=hccWyl?%dik6c-+$0*glgt~{mj3nq=Cf1t!T<lRQLBd4)B9Xgz^c!>Mds13HG6NeyHv2clu7b
    xr`9Mr<y^l573qE<=~Z&cuB1QwUT+UxS2tCnuWDKA&$H=1l;683U^X^zJ9n$=DJQGeKvUNyhc$ef&+{ejv3<~xD|}|Vo2z&i*YG|*#K*XfoB4|E7KBRT
    E7W@anfG%mALbMMJ^vt@^^$hbs%5ZcfIGQ~?}+a2+#srTe3Vaeo2_Vr28ZZ(tB+}Ay^H_kbKD}DwW58|*52NhV;r^>`(aV-vz_-%dcIEb{$-M&E@@O;h
    D9?h4d3G-S+kkX@)16zZ=Rwo$`MhGXbjuF?_NpV!DskK$t+uc72BRb(R?*(dnZHOFI``dK0B>CR&BR9jADAe%Qxk}jSRcR6<cptY!{}I46m8r&kj9gC8
    3EEijwtzv9#XBspayF`cGfSSL1ekQaGB4=|W4+_8KFLOTRxesO!zR6(6;K5PF5GLOT0->xTR;&pr47Zo?;p#hIe$vYtO{)vXV6#i>I)uEa(5-2YcmFiE
    +js%Q196F1@(jpfqB@1}NGAMN$q%2$PkE?kJKu}oCg;vCGfJ=Heb*#UNIMNrae{X8tdr*I9f6XgdbxnO#D1PwE+26}J-mf!~QSc0phO}j?k^zgG*wiSL
    47Ky`Bd<5rXzV%hXmXdioww<d!d|bLLldMbeA$cYsxsuFEShe<GAwGi@(q*9}g`O#9*ue==lULkcDbFm$CDM0>X<AJ>`Kk>c0qv5t()e5~zl6P*aE29-
    ?}<8bwrG~gx-*jh8v=*GiAl7bDM`z5S^AGeoIbD7IL+NsT#o+&Nom_^
    """,
    "bungie": r"""
    c-rk*O>A996+ScfzW4m>*oo~p|7ldUNkLIV`4xpC6w0PWYL|!&3pOocgAf$Nf<+e<kgDni!3xw>V1bnKBNjj-76d}2wx}s>Q)r1w96L_z*pB_4eS
    c2Bb7tn=`|f*=odzlvoze62y>sTwne+3VGxIVYr~Pz<?!@OPeVRT&AE%GfN9aEK4Bbx;(ii9w8;WTgZKrYCO?&77?WHN2)Xz?QCh1?CGSMiF(FEQ
    I-FEyxMhzlb;c0$@U*<(#1|LgJYSTJ*&{z37FYz2-;1~E0{0h(GDQ9VxGG61W{5IbHg@4B<`6v8C@R&zWz(x2Z;4lx0bNpxiHUErH@VCHcmap(Sx
    DaT%Sm7F9<k$ENKg&PmC-`gNHjPz=AXy9DPztGL`E~vq|CXQOAMn@tui&}JZOA!{J;&HV7hK-t7a`+Geu}>difLZq5!!)10h%H3>0sUSkmOnZF@F
    #1U50eqpjYX;p^r9bmia&YcW`-zzt3ku-{Bqf0qFcLI!t#!Z(~?%39CQPzXF%%u)B;W=u_zT!YUtzeGY(zc>(hNiGR+&hlU!k#{={b`UCWNP~Jm_
    AQRD5ew9!2DXcOE%YKQzg8pTEKMbmmVZ}+va~T@_B`6NS-jC2@^j-QkeS^LVx`*hq^g+liG{3+qhv5Z}(FytyJxx#2<MbVRl)gyE>2BHuOB})9?K
    A>?H7UZJ1p1nRRo~=)@JrauSy*ENEAEHJ#Ult5U1)F_JG=t>&#=CPKOKZNhoLJ=;sFUPxuSkTMLP`N+X+u=LF<;pSHxqer&){*!Ez1dW2inZ&8Q@
    9+|c0G(6Noj1E=@ft+sz6UKU~LE^MB|>myiriuTcMu=i1T*@r+g4?n!96a?Rh)y5KoJ3+bI^SOcuTY}H50*}P%F?w5jb*&kA-I5|uGQfMJWf)t7_
    a*4rKnkH*S4lEOtik(Q-*9%>WcFr0^uCX6-n#Ih1$-7^+gadu1eB2svx1)Ss3LI6f;?;70?v#At;BvQMg?^QQzAtKi_sB0Ne*!MFoFL@6jQ9y>;k
    <7w^i_31&*~b>hgdEYDg}W{O6D(!utp_g}Ye0p>wTbrL-JbfGbUKNBlBZugKLq48D_M+~R2sdz@9-bL?1T8&<rFup^N=R@^gwz9r+4uz@#`QaZmJ
    )^GQ5ZwyssAw~4ukF!dZArfcU$+)7rYkBP&#pNN-MWktH1`QZ$yj;uyfvfS;RGm7$(wbzn4saB*uZ%D8ThMq{GlNwNMU?9f<4R=a+Qajj@=w`CTi
    9b#tZVgs#=TLQd%fhq8hPq?on*SNNOe+OHTCo%R;5mHtB|*|vuB{sy*|qo-Kv4!dCR(&(pfR}wT~(Ag}IvF5>9KoDD7IJO}VDCOZgm==q=$OTSQ%
    7O$8pynw85Li?B~p+2xAjHy1MmKdUI)frM#=UhFS#azCeoh%I-~B8jdpI%&l0!;YP`tlDiaWj;RKPU7M}_ieo|#D2FDckAGGot+Q3$g@=H&v}Y#V
    <eK<LW5JD+Vr4uwLYk0xmAr_E%Xs-Y`B@Jj{>LNA+;UrY9iT)_ew*(wqmY&Xw|l{R*&=kO$O<u+KSY^R`Dm+SdNLkHiJxqa!l1rB9*23EVb;kUw=
    @3t4f(N(PlYt<E&Tm58tMyWk->3nq@c2rM5Qiv}bxK9h#H~a<lo`^k}5IYItucAnevS*6UVN<JZwBOcbkPc&=0;Ato%&5nbJ3@a2fyC>0g2+huqo
    aTG93X0@qW^^B54Xzpt+sr8*-mHwJ@ua4_gmr*QR<?<=>$kkE=vHDhGdANdpr6#CP7g5jnnj%PecF`zk>g322v-)S6T6C9oD<e{>j;e)Agviumgt
    xuPYR*=$yVP2wYm`}|E}7Y6m1sabM9MKQki@(zNvmzYuY=fgwN#JZ8*_+i(I~k-Rc~s7?_IEDs^}GYPfmSBWPOdZ<~`JLh&_Ua-3`%o%~#Gw`^aU
    Ua<{G;vBh&<(~7Afqfn<lSJ=M&ImxPiXA8;dHGiqG1~nA7ON40Fv}Cmo4RvAguatXnAo6GJ5<jDxw662EX3ZkeKnt1;pL4BfZ*1lIbH6TI#m>Uny
    tl=Dcxw7=VJbO0<!bg0&xW?<rS(|pw<g_yTfY`f-}4|FnE{g2@yL2v%oZ}?|Gt_3I){3muRm{PcjhL>?7NiH{-2-O>-jh5js5plENkD>ecVXSTer
    t)UH}?SAaCqJ-%fI;(9-(K-5U^{;@40YFXDWW>M6!j;_I-0O~2uDIKj@~OmIzaD!O`lN|nkX`6+&h&-2@$xeTfWy#aM6s9>W%g2x+t0V`eRIZ!O4
    a_T4#<D>r!<oGvuO!F-G2+fk-Xt@j{6fa`_MU2j2jX9NONpCYU4kx1Xm^qL4*YsXx0pGGx2dBT(pYZ1Jd>yk^^e%T<>6Vlx@p*N{pZ3<l+1>aH-4
    bSXJ%y_~Su3!0rR*w|&~!A{=Nu~VoZV?oICgZ+j@N8BzvsniS@N=QTJ@EmoMjU|y=VSL#QHltk*lmabEU`&8h7&&c(|G_@w>{ntZ$Poq3R@kl8)<
    L{paXjI)*xY9Cc0Xr4e2omOIa5=tt=Y9YW>a_P0(Uny&IV9R$r`x|43F-SEe@uYV-N3*9B09;fIw%szyAY>IY(qM=-x>Z?Q-xD8qMV*P{gWckG=+
    }+ELCF9Sc4jHFi;J+7tCuxjEJcaOSsT?iL+lkSApqc`;yCE|g4YA$@MEZ-+1Zd>9q8(ZrMm~?ldNX7F?=0@OlySXx3pY*;JrzhbB=>7$h_`X{F_q
    QTYOd~y@!Zs#C!rfvSsO~>d`xa$8hRJi#AitF`nFM9tKUG;(7TUF_aEzh)~McVS-*}umD}RxAyTP^RkPu=;_`2qiLIW%TdFrMZj;!b3(B)rq!pi`
    cL3=99wP
    """,
}
WEIGHTS: Mapping[Variant, Weights] = {variant: unpacked(text) for variant, text in PACKED.items()}
