/** The result of the citation check. It lists what was not found in the sources and does not judge whether it is wrong. */
import { useEffect, useState } from 'preact/hooks';
import type { CheckedSentence, CitationCheck } from '../../check/checkResult.ts';
import type { GroundingFinding } from '../../check/sentenceVerdict.ts';
import { escapeHidden, oneLine, shorten } from '../../conversation/display.ts';
import type { Page } from '../state/pageModel.ts';
import type { ShownTurn } from '../state/store.ts';
import { counted, t } from '../translation.ts';
import { useUniqueId } from './hooks.ts';
import { Icon } from './icons.tsx';
import { reasonsOf } from './sentenceMarks.ts';

/** Maximum number of listed items of each kind. Of the others only the number is shown. */
const MAX_LISTED = 20;
/** Maximum length of an item, in UTF-16 units. */
const MAX_LENGTH = 160;

export function CitationCheckView({ check }: { check: CitationCheck }) {
  // Null until the user opens or closes the list. It is open at first.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const name = useUniqueId();
  const { marks, authorities, quotations, unclearSources } = check;
  const others = otherSentences(check);
  const count = marks.length + authorities.length + quotations.length + others.length;
  const open = chosen ?? true;
  const unclear = unclearSources.length > 0 && (
    <p class="check-unclear">{t('check.unclear', joinItems(unclearSources.map((number) => `[${number}]`)))}</p>
  );
  if (count === 0)
    return (
      <>
        <ComparedLine compared={check.compared} />
        {unclear}
      </>
    );
  return (
    <div class="local-check">
      <h4>
        <button type="button" class="fold dim" id={name} aria-expanded={open} onClick={() => setChosen(!open)}>
          <Icon name={open ? 'chevronDown' : 'chevronRight'} />
          <span class="fold-text">{counted('check', count)}</span>
        </button>
      </h4>
      {open && (
        <>
          <ul class="check-list" aria-labelledby={name}>
            {marks.length > 0 && <li>{t('check.marks', joinItems(marks.map((mark) => `[${mark}]`)))}</li>}
            {authorities.length > 0 && <li>{t('check.authorities', joinItems(authorities.map(toLine)))}</li>}
            {quotations.slice(0, MAX_LISTED).map((quotation, index) => (
              <li key={index}>{t('check.quotation', toLine(quotation))}</li>
            ))}
            {quotations.length > MAX_LISTED && <li>{t('check.moreQuotations', quotations.length - MAX_LISTED)}</li>}
            {others.slice(0, MAX_LISTED).map(({ start, text, findings }) => (
              <li key={start}>{t('check.sentence', reasonsOf(findings), toLine(withoutMarkdown(text)))}</li>
            ))}
            {others.length > MAX_LISTED && <li>{t('check.moreSentences', others.length - MAX_LISTED)}</li>}
          </ul>
          <ComparedLine compared={check.compared} />
          <p class="check-basis">{t('check.basis')}</p>
          {unclear}
        </>
      )}
    </div>
  );
}

/** What was found, in numbers: "7 amounts, 3 dates found in the sources. 2 sentences have nothing that can be compared." */
function ComparedLine({ compared }: { compared: CitationCheck['compared'] }) {
  if (compared === null) return null;
  const { without } = compared;
  const found = (['amounts', 'dates', 'sections', 'quotations'] as const).flatMap((kind) =>
    compared[kind] === 0 ? [] : counted(`compared.${kind}`, compared[kind]),
  );
  const sentences = [
    ...(found.length > 0 ? [t('compared.found', found.join(', '))] : []),
    ...(without > 0 ? [counted('compared.without', without)] : []),
  ];
  if (sentences.length === 0) return null;
  return (
    <p class="compared" title={t('check.basis')}>
      {sentences.join(' ')}
    </p>
  );
}

/** Sentences with findings that the lists of citations, authorities and quotations do not contain. */
function otherSentences({ sentences, authorities, quotations }: CitationCheck): CheckedSentence[] {
  const listed = new Set([...authorities, ...quotations]);
  const isListed = ({ kind, words }: GroundingFinding) => kind === 'missing-source' || listed.has(words);
  const seen = new Set<string>();
  return sentences.flatMap((sentence) => {
    // A repeated sentence is listed once.
    if (seen.has(sentence.text)) return [];
    seen.add(sentence.text);
    const findings = sentence.findings.filter((finding) => !isListed(finding));
    return findings.length > 0 ? [{ ...sentence, findings }] : [];
  });
}

/** Returns the check of a complete answer, or null if it is not complete or not checked yet. */
export function useCitationCheck(page: Page, turn: ShownTurn): CitationCheck | null {
  const [, rerender] = useState({});
  const current = turn.answer.state === 'done' ? page.store.turn(turn.id) : undefined;
  const check = current ? page.citationChecks.get(current) : null;
  const unchecked = check === null ? current : undefined;
  const running = turn.answer.state === 'streaming';
  useEffect(() => {
    // Without the check, the answer is shown without its result.
    if (running) void page.citationChecks.preload().catch(() => {});
  }, [running]);
  useEffect(() => {
    if (unchecked) return page.citationChecks.schedule(unchecked, () => rerender({}));
  }, [unchecked]);
  return check;
}

function joinItems(items: readonly string[]): string {
  const all = items.slice(0, MAX_LISTED).join(', ');
  return items.length > MAX_LISTED ? t('check.andMore', all, items.length - MAX_LISTED) : all;
}

/** The signs of emphasis, code and tables are not shown. */
const withoutMarkdown = (text: string) =>
  text.replace(/[*_`|\\]+|\[\d[\d,;\s–-]*\]/g, ' ').replace(/\s+([.,;:])/g, '$1');

function toLine(text: string): string {
  return escapeHidden(shorten(oneLine(text), MAX_LENGTH));
}
