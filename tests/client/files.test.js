import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenFile } from "client/ui/files.js";

/** A field as browsers have it: emptied, it has no files, and it says nothing about a file that it has already. */
class FileField {
  files = [];
  get value() {
    return this.files[0]?.name ?? "";
  }
  set value(_) {
    this.files = [];
  }
  /** Somebody chooses a file; says what the page gets to know. */
  choose(file) {
    if (file.name === this.value) return "nothing";
    this.files = [file];
    return chosenFile({ target: this });
  }
}

test("a file that was refused can be chosen again", () => {
  const field = new FileField();
  assert.equal(field.choose({ name: "a.case", text: "broken" }).text, "broken");
  assert.equal(field.choose({ name: "a.case", text: "mended" }).text, "mended");
});
test("to choose none is none", () => assert.equal(chosenFile({ target: new FileField() }), null));
