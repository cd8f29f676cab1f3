/** Nodes that only say what the words of another subsection mean: "For purposes of subsection (a), the following shall be considered". */
import type { Quotable } from './quotable.ts';

const DEFINES =
  /^\s*(?:\(\w+\)\s*)*For (?:the )?purposes of subsection \((\w+(?:\)\(\w+)*)\)[^.]{0,250}?(?:\bthe terms? [“"]|\bshall be (?:considered|treated|deemed)\b)/;
const ASKS_FOR_MEANING =
  /\bmean(?:s|ing|t)?\b|\bdefin|\bcount(?:s|ed)? as\b|\bqualif|\b(?:what|who|which) (?:is|are) an?\b/i;

/** Whether a question asks what words mean, and not for a rule that has them. */
export function asksForMeaning(question: string): boolean {
  return ASKS_FOR_MEANING.test(question);
}

/** The path of the subsection whose words the node defines. Null if it states a rule. */
export function pathDefinedFor({ leadIn, lines }: Quotable): string | null {
  const text = [...leadIn.flat(), ...lines]
    .map((line) =>
      line.kind === 'heading' ? line.text.slice(line.text.indexOf('\n') + 1 || line.text.length) : line.text,
    )
    .join('\n');
  return DEFINES.exec(text)?.[1]?.replaceAll(')(', '.') ?? null;
}
