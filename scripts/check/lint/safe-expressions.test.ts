// Tests which regular expressions lint rejects.
import { expect, test } from "vitest";
import { faultIn } from "./safe-expressions.ts";

test.each([["(?<=\\/pay\\/+)[^/]+"], ["(?<!a)b"], ["^(a+)+$"], ["(?:[a-z]+ ?)*x"], ["((?:\\w+)*)"], ["(x{2,}y*)+"]])(
  "faultIn rejects %s",
  (pattern) => {
    expect(faultIn(pattern)).toBeDefined();
  },
);

test.each([["^[a-z]+$"], ["(?<name>[^/]+)"], ["(?:ab|cd)*"], ["[(+*]+"], ["\\(a+\\)+"], ["(a+){2,4}"], ["(?=a+)b"]])(
  "faultIn accepts %s",
  (pattern) => {
    expect(faultIn(pattern)).toBeUndefined();
  },
);
