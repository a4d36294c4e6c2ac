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
    c-rk*O^g&(5U$rfv$MbK0_(cVuRsu@lHec4AO{mAF$TrNm}pEe>OsAj7!O?ZpcfO3i5KPIMGtC1VlWYd#zatwzcB<wF$xIivcL-L?9VWN{rSCm-9
    6p2GrJ2b#sk&qnV$EmtLjzNtEyL1!nLwmu93B}hSyrTUN*>GvPtff`{iMIL>`sT5TI4MWr6fbFYi9-=Y6GIq2G4oI~0(SrKGb&R!EO@N><94zzBx
    $Cl28tzQAb=0?2Z9j<iUth>URVXMB%6_!!&qIsU?7auNZ#dHl?C{s8u37v9A-yo9fD0)Hqck5`3Hf8)4fe1JDO|17@3NpdTqN=`zI2@K;He!`d7L
    5vsi6fsUwrV?k3WO$b`N~#C(Eq3B9(s-KGPT>qGWGG`h*CAr59KsLy1n=Nga@j+S0zB!Gc`~1$?TRx*DtpOi8=j}cC;5K249H?$1JqHwuJ@Qyv3z
    z>A8oQwHNQqyQELOl7s->;H>C0gJ|vfJ&fF^N<u+MIyR4#iyD9T9e#LIevV&au<wn^k_wu@%-|OWDQtBn0Vf;u=+eu>)M<0~O<Z;;|56Na?-9kzh
    XNc0gM>&?u9rA>1mFIXr!>298x}8$>6XyipCXK7<3tQ!7d0k$USL6jgKS^2}$!&l*8)PLV8=xlg)a4*;^b0NdJMW{k&mhiH+oP~Hx7w`GKK3f1LM
    ;bsaR>dXg)YS@h4bJ%VhrK@O47;EZdJ~g>t-FyrDZKuH#d3S0u<yj{4ZcP_Te{ra~?iDJj3|0m>#uUuF`u2cbRYpjpIDVX?LG~lw%BO5f=%(n9gz
    T!DHOf!m%u8eO`uF5{_{9SV~@q<JHZJ?w&I2Xrs9ZOibBKvpRFxz?U2heWXJF8K>ncSSB_$OwfkTf^+FTHr|h83_10#PDX(F9I3#1(K^P85@)&?T
    fmV%v9V_Ynb3c78cPcFJO`c}!a2sd{mc|&urw@(K>f~UFQ1=Y9C<vYQ6VPOtFq#<oQr=#KQ3~-q<PC?TdC}<Q3`eqcDx!>G|V<Ox0S>9MduxD3%=
    eFcSC*?#I}*vsK49DSJv1H`1)Q|wdQEpm0G&dt_qZQEzTDBT%e}QVRSW=AFAmhe`mzqPAbRAk9Uj38%DGWx5KJ&27ta_K`ll{G2B6k&tv3W45jfx
    sug&e%ai-9N^APzSca5}`eu?-DV00S6uY#j8mNXElh_B+xy9-=KzhF;tVEJ|r}?imIO&p_x3)2<x2me4n(S`&eBzC%dDP1gpgu45#L?C9=%|ZlEp
    ;(2Tlc$>1ob*d+F=Z~vNIu$FRlVG8s&X*v-ESimjU+~adCG#<4?9~Sv6Kdq*s%YCT-8?H_%ve)5LC#Ry)}W6*RI%EowOFe3?pjlXcn5+LOo2alCM
    x((CaX)JsV(siZ2m#+;n(E2v;9`J1o6)o_g}yqS#527sB3T|9UfSR<GVUIEal6^@Ilb{}PU^2%wXY|;E+qrVqYk9;8FRz+G$m$8CGT=5gOa*;73X
    +O%$LO+3KBDWHwyVmWFmM{vMFvt2~hV$cSZyMOm#>7%Atsh5EPXay3MOoSpb5b%knWkP~q_KbcI$lM(QcOqkdOFkXi^yw&)UK`HZ5LiO)ypzl$Rz
    4wk;!poI=?mzqG>I=ds0>(Yzu$;4c<zxrh>_F*iUKMBx<GUqCq`gM&`wmxmu<Kq-p@bOu6!8w9D&$^u^YX9y6_b*N^KYFXb;SsX8Oj`Xnu-C&@kA
    %uA;8JTt8g{|oTyq&F88(ft`~p^>fpS;n)AgHB1-%K`kRvN!vlP1d{g=eB<rF86dU!=-}v@hMKDL*_I8v}q42qbHJ#p3yDr#CGgw9QU+GX*-^-OO
    @3qZgKYFBVwH5W%TV_*ugU4r|nPe!vP${VLjoyQ?swJC&DOT5GP3C2!<(7krj-i?T6Knt!zec4&xZYS$<DwkHVdpYv<!4YoY>YM@i)@PV(tIT#hk
    ehOs>Y*M}`|E>D_8#i?n;)-)yU!j|-eoyQqo#ng#1(A;EC!ba<`G3}X@;!|tXZ-}}M0c;;<l-z3h3~+T;pxN5WXgh(YwcC@f^Qv+FwKC<kTae6>5
    l)nsOVrLeB>N2kY7!yraTJiQgX^KfHO<6>mdPf0K<?!Cfd04O@_iCUuvBi6dt|e$k;T$Q|8Q7d>|-O${EOr|xmi|7KeI!J_H<mID#Eb#?j_a|{a2
    wY?t^-vZAYnJ+ecj`%Vo9n5+^H>k2#D9>dpGh9D2KzwIi0mgdNwC>fW9(I%J{ru@cI~wXUmK+{rIct9Db;PH7E2IFhxhU8F$$u9b8aP}Xc{DKEr`
    `Y!f-VMwQkdoQEj8D+%ie}X{IFm2>x&pEEY<|X{c+0NGvLMJKZ;#xK8K?JeY?U|xoa`C>6d?7&OCwA>Qa_gZqnN;nBl#kdRiH#REAFb~d7>y7)`3
    H<=#rp
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
