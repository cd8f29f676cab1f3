import { splitKept } from '../../conversation/document/keepTogether.ts';

/** Text in which no line ends within `§ 179(b)`, a number of a standard or a date. Copied text is unchanged. */
export function KeptText({ text }: { text: string }) {
  return (
    <>
      {splitKept(text).map((part, at) =>
        at % 2 === 1 ? (
          <span key={at} class="kept">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </>
  );
}
