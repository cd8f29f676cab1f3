/** What goes along with a question besides its words: selections and a quote. Nothing goes along that has no chip. */
import { useState } from 'preact/hooks';
import type { Selection } from '../../conversation/conversation.ts';
import { place, shortPlace, visible } from '../format.ts';
import type { Page } from '../state/pageModel.ts';
import { t } from '../strings.ts';
import { IconButton } from './controls.tsx';
import { Icon, type IconName } from './icons.tsx';
import { useRevealed } from './revealed.ts';

/** `find`: where the chip stands in a turn, so that finding can unfold it. */
interface InTurn {
  readonly find?: { readonly page: Page; readonly turnId: string };
}

export function SelectionChip(props: InTurn & { selection: Selection; onOpen: () => void; onRemove?: () => void }) {
  const { selection } = props;
  const name = place(selection);
  return (
    <Chip
      icon="file"
      name={name}
      short={shortPlace(selection)}
      text={selection.text}
      part={`selection:${selection.id}`}
      {...(props.find && { find: props.find })}
      open={{ name: t('box.open', name), act: props.onOpen }}
      {...(props.onRemove && { remove: { name: t('box.remove', name), act: props.onRemove } })}
      {...(selection.outdated && { note: { text: t('box.outdated'), hint: t('box.staleHint') } })}
    />
  );
}

export function QuoteChip(props: InTurn & { quote: string; onRemove?: () => void }) {
  return (
    <Chip
      icon="quote"
      name={t('box.quoteLabel')}
      text={props.quote}
      part="quote"
      {...(props.find && { find: props.find })}
      {...(props.onRemove && { remove: { name: t('box.remove', t('box.quoteLabel')), act: props.onRemove } })}
    />
  );
}

interface Act {
  readonly name: string;
  readonly act: () => void;
}

function Chip(
  props: InTurn & {
    part: string;
    /** What is shown of the name where room is short. */
    short?: string;
    icon: IconName;
    name: string;
    text: string;
    open?: Act;
    remove?: Act;
    note?: { text: string; hint: string };
  },
) {
  const [unfolded, setUnfolded] = useState(false);
  useRevealed(props.find?.page ?? null, props.find?.turnId ?? '', props.part, () => setUnfolded(true));
  const first = visible(props.text.slice(0, 1000).trimStart().split(/\r?\n/, 1)[0]?.slice(0, 200) ?? '');
  return (
    <li class={unfolded ? 'chip unfolded' : 'chip'}>
      <div class="chip-line">
        <button
          type="button"
          class="chip-name"
          aria-expanded={unfolded}
          title={`${props.name}\n${visible(props.text.slice(0, 400))}`}
          onClick={() => setUnfolded(!unfolded)}
        >
          <Icon name={props.icon} />
          <span class="chip-place">{props.short ?? props.name}</span>
          {!unfolded && <span class="dim chip-first">{first}</span>}
        </button>
        {props.note && (
          <span class="chip-note" title={props.note.hint}>
            <Icon name="warning" />
            {props.note.text}
          </span>
        )}
        {props.remove && <IconButton icon="close" name={props.remove.name} onClick={props.remove.act} />}
      </div>
      {unfolded && (
        <div class="chip-body">
          {/* biome-ignore-start lint/a11y: a scrolling region that the keyboard must reach, and no set of form fields */}
          <pre tabIndex={0} role="group" aria-label={props.name}>
            <span data-find={props.part}>{visible(props.text)}</span>
          </pre>
          {/* biome-ignore-end lint/a11y: see above */}
          {props.open && (
            <button type="button" class="link-button" onClick={props.open.act}>
              {props.open.name}
            </button>
          )}
        </div>
      )}
    </li>
  );
}
