// Lists expressions that a native engineer would not write, each with a replacement.

export interface Expression {
  readonly pattern: RegExp;
  readonly instead: string;
  /** Strings and documents may use the expression. */
  readonly isForComments?: true;
}

const everywhere = (pattern: RegExp, instead: string): Expression => ({ pattern, instead });
const inComments = (pattern: RegExp, instead: string): Expression => ({ pattern, instead, isForComments: true });

export const EXPRESSIONS: readonly Expression[] = [
  everywhere(/\b[Ww]ho(m)?ever\b/, "the role: a caller, a visitor, another process"),
  everywhere(/\b[Ss]omebody\b/, "the role, or someone"),
  everywhere(/\b[Ee]verybody\b/, "every agent, all callers"),
  everywhere(/\b[Aa]nybody\b/, "the role, or anyone"),
  everywhere(/\b[Nn]obody('s)?\b/, "no caller, no agent, none"),
  everywhere(/\bmeanwhile\b/, "concurrently, or the event: after it was read"),
  everywhere(/\bin the meantime\b/, "concurrently, by then"),
  everywhere(/\bwhat (became|becomes|came|comes) of\b/, "the result, the outcome"),
  everywhere(/\b(is|are|was|were|be|been|being) told\b/, "is notified, receives, is shown"),
  everywhere(/\b(to|and|may|must|can|not) be told\b/, "reported, shown"),
  everywhere(/\b(hear|hears|heard) of\b/, "learns of, is notified of"),
  everywhere(/\b(write|writes|written|wrote|writing) (it |them |that )?down\b/, "records, stores"),
  everywhere(/\b(let|lets|letting) go\b/, "releases"),
  everywhere(/\b(give|gives|given|gave) back\b/, "releases, returns"),
  everywhere(/\banew\b/, "again"),
  everywhere(/\bof (which|whom)\b/, "two sentences"),
  everywhere(/\bso (many|long|much|few)\b(?! (as|that|time))/, "this many, or the name of the limit"),
  everywhere(/\bas far as (it|they|that|is|are|can|may|everybody|nobody|one)\b/, "where, if"),
  everywhere(/\bas long as (nothing|nobody|no one|there)\b/, "while"),
  everywhere(/\b(is|are|be|was|were) looked (at|for|up|into)\b/, "is checked, is read, is searched for"),
  everywhere(
    /\b(end|ends|ended|stop|stops|gone|told|tried|asked|answered|refused|rejected|comes|sent|back) at once\b/,
    "immediately",
  ),
  everywhere(/\bany more\b/, "any longer, no longer"),
  everywhere(/\btells? (of|apart)\b/, "reports, distinguishes"),
  everywhere(/\bkept (answers?|words?|rows?|keys?|copy|copies)\b/, "stored, cached"),
  everywhere(/\bkeeps? (nobody|the others|others|no one|anyone) (else )?(waiting|from)\b/, "does not delay the others"),
  everywhere(/\bmust not keep\b/, "must not delay"),
  everywhere(/\b[Tt]here (is|are) (nobody|no one)\b/, "no caller has, no creature is"),
  everywhere(/\bfor want of\b/, "without, because there is no"),
  everywhere(/\bin vain\b/, "without effect"),
  everywhere(/\bwithin (so|that) (short|long)\b/, "within the limit"),
  everywhere(/\blately\b/, "recently"),
  everywhere(/\b(come|comes|came) of (it|that|this|them)\b/, "results from"),
  everywhere(/\bwho(m)? (it|they) (is|are|was|were) (of|about|for|meant)\b/, "its subject, its recipient"),
  inComments(
    /\b(the|this|each|every|next|last|first) looks?\b(?! (up|at|like|alike|for))/,
    "check, observation, request",
  ),
  inComments(/\bon (its|their) way\b/, "in progress, in transit"),
  inComments(/\bstands? (for|at|there|between|beside|behind|under)\b/, "is, means"),
  inComments(/\b[Tt]hose (who|whom|whose)\b/, "the noun: callers, creatures whose"),
  inComments(/\bsays? (so|how|who|nothing of)\b/, "states, shows, reports"),
  inComments(/\bspeaks? (of|for|against)\b/, "mentions, argues for"),
  inComments(/\b[Hh]ow (it|they) (stands?|stood|was|were)\b/, "its state"),
  inComments(/\bbeside (it|them|the|what|each|every|others)\b/, "next to, alongside, in addition to"),
  inComments(/\bup to (where|there|here)\b/, "until"),
  inComments(/^(Those|It|They|Its|Their|One that|Ones)\b/, "the noun"),
  inComments(/^(Whoever|Nobody|Somebody|Everybody)\b/, "the role"),
  inComments(/^The same\b/, "the thing itself, or what differs"),
  inComments(/^(Of|By|And|So|But|Or|Than|Behind|Beside)\b/, "a noun or a verb"),
  inComments(/^(As|Up to|For|From|In) (it|they|which|whom|what)\b/, "a noun or a verb"),
  inComments(/^What (came|became|comes|is|was|are|there|it|they)\b/, "the noun: fields of, the state after"),
];
