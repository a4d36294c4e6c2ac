// Stands in for the Arduino core when the sketch is built with the Makefile.
void setup();
void loop();

int main() {
  setup();
  for (;;) loop();
}
