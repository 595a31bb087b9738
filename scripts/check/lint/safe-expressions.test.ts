// Which regular expressions lint rejects.
import { expect, test } from "vitest";
import { faultIn } from "./safe-expressions.ts";

test.each([["(?<=\\/pay\\/+)[^/]+"], ["(?<!a)b"], ["^(a+)+$"], ["(?:[a-z]+ ?)*x"], ["((?:\\w+)*)"], ["(x{2,}y*)+"]])(
  "%s is refused",
  (pattern) => {
    expect(faultIn(pattern)).toBeDefined();
  },
);

test.each([["^[a-z]+$"], ["(?<name>[^/]+)"], ["(?:ab|cd)*"], ["[(+*]+"], ["\\(a+\\)+"], ["(a+){2,4}"], ["(?=a+)b"]])(
  "%s is fine",
  (pattern) => {
    expect(faultIn(pattern)).toBeUndefined();
  },
);
