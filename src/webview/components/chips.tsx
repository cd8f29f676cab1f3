/** The attachments of a question: selections and a quote. Everything that is sent with a question has a chip. */
import { useState } from 'preact/hooks';
import type { Selection } from '../../conversation/conversation.ts';
import { escapeHidden } from '../../conversation/display.ts';
import { selectionLabel, shortSelectionLabel } from '../format.ts';
import type { Page } from '../state/pageModel.ts';
import { t } from '../translation.ts';
import { IconButton } from './controls.tsx';
import { useRevealed } from './hooks.ts';
import { Icon, type IconName } from './icons.tsx';

/** `find` identifies the turn of the chip, so that the find bar can expand it. */
interface FindableProps {
  readonly find?: { readonly page: Page; readonly turnId: string };
}

export function SelectionChip(
  props: FindableProps & { selection: Selection; onOpen: () => void; onRemove?: () => void },
) {
  const { selection } = props;
  const name = selectionLabel(selection);
  return (
    <Chip
      icon="file"
      name={name}
      short={shortSelectionLabel(selection)}
      text={selection.text}
      part={`selection:${selection.id}`}
      {...(props.find && { find: props.find })}
      open={{ name: t('box.open', name), run: props.onOpen }}
      {...(props.onRemove && { remove: { name: t('box.remove', name), run: props.onRemove } })}
      {...noteOf(selection)}
    />
  );
}

function noteOf({ outdated, text, fileLength = 0 }: Selection): { note?: { text: string; hint: string } } {
  if (outdated) return { note: { text: t('box.outdated'), hint: t('box.outdatedHint') } };
  if (fileLength <= text.length) return {};
  return { note: { text: t('box.beginning', text.length, fileLength), hint: t('box.beginningHint', text.length) } };
}

export function QuoteChip(props: FindableProps & { quote: string; onRemove?: () => void }) {
  return (
    <Chip
      icon="quote"
      name={t('box.quoteLabel')}
      text={props.quote}
      part="quote"
      {...(props.find && { find: props.find })}
      {...(props.onRemove && { remove: { name: t('box.remove', t('box.quoteLabel')), run: props.onRemove } })}
    />
  );
}

/** The first line with words, without the mark of a heading. Front matter of Markdown is passed over. */
function firstLineOf(text: string): string {
  const start = text.slice(0, 4000).trimStart();
  const body = start.replace(/^---[ \t]*\r?\n[\s\S]*?\n(?:---|\.\.\.)[ \t]*\r?\n/, '');
  const line = body.split(/\r?\n/).find((each) => /[\p{L}\p{N}]/u.test(each));
  const first = (line ?? start.split(/\r?\n/, 1)[0] ?? '').trim().replace(/^#{1,6}\s+/, '');
  return escapeHidden(first.slice(0, 200));
}

interface ChipAction {
  readonly name: string;
  readonly run: () => void;
}

function Chip(
  props: FindableProps & {
    part: string;
    /** Shorter name that is shown, and the place in the file, which is never cut. `name` is used for the tooltip. */
    short?: { readonly file: string; readonly place: string };
    icon: IconName;
    name: string;
    text: string;
    open?: ChipAction;
    remove?: ChipAction;
    note?: { text: string; hint: string };
  },
) {
  const [expanded, setExpanded] = useState(false);
  useRevealed(props.find?.page ?? null, props.find?.turnId ?? '', props.part, () => setExpanded(true));
  const firstLine = firstLineOf(props.text);
  const { file, place } = props.short ?? { file: props.name, place: '' };
  return (
    <li class={expanded ? 'chip unfolded' : 'chip'}>
      <div class="chip-line">
        <button
          type="button"
          class="chip-name"
          aria-expanded={expanded}
          title={`${props.name}\n${escapeHidden(props.text.slice(0, 400))}`}
          onClick={() => setExpanded(!expanded)}
        >
          <Icon name={props.icon} />
          <span class="chip-name-parts">
            <span class="chip-file">{file}</span>
            <span class="chip-place">{place}</span>
          </span>
          {!expanded && <span class="dim chip-first">{firstLine}</span>}
        </button>
        {props.note && (
          <span class="chip-note" title={props.note.hint}>
            <Icon name="warning" />
            {props.note.text}
          </span>
        )}
        {props.remove && <IconButton icon="close" name={props.remove.name} onClick={props.remove.run} />}
      </div>
      {expanded && (
        <div class="chip-body">
          {/* biome-ignore-start lint/a11y: the keyboard must reach this scrolling region, and it is not a set of form fields */}
          <pre tabIndex={0} role="group" aria-label={props.name}>
            <span data-find={props.part}>{escapeHidden(props.text)}</span>
          </pre>
          {/* biome-ignore-end lint/a11y: end of the scrolling region */}
          {props.open && (
            <button type="button" class="link-button" onClick={props.open.run}>
              {props.open.name}
            </button>
          )}
        </div>
      )}
    </li>
  );
}
