/** What goes along with a question besides its words: selections and a quote. Nothing goes along that has no chip. */
import { useState } from 'preact/hooks';
import type { Selection } from '../../conversation/model.ts';
import { place, visible } from '../format.ts';
import { t } from '../strings.ts';
import { IconButton } from './controls.tsx';
import { Icon, type IconName } from './icons.tsx';

/** Characters of a preview that are shown; the chip stands for the whole. */
const PREVIEW = 4000;

export function SelectionChip(props: { selection: Selection; onOpen: () => void; onRemove?: () => void }) {
  const { selection } = props;
  const name = place(selection);
  return (
    <Chip
      icon="file"
      name={name}
      text={selection.text}
      open={{ name: t('box.open', name), act: props.onOpen }}
      {...(props.onRemove && { remove: { name: t('box.remove', name), act: props.onRemove } })}
      {...(selection.stale && { note: { text: t('box.stale'), hint: t('box.staleHint') } })}
    />
  );
}

export function QuoteChip(props: { quote: string; onRemove?: () => void }) {
  return (
    <Chip
      icon="quote"
      name={t('box.quoteLabel')}
      text={props.quote}
      {...(props.onRemove && { remove: { name: t('box.remove', t('box.quoteLabel')), act: props.onRemove } })}
    />
  );
}

interface Act {
  readonly name: string;
  readonly act: () => void;
}

function Chip(props: {
  icon: IconName;
  name: string;
  text: string;
  open?: Act;
  remove?: Act;
  note?: { text: string; hint: string };
}) {
  const [unfolded, setUnfolded] = useState(false);
  const first = visible(props.text.trimStart().split(/\r?\n/, 1)[0]?.slice(0, 200) ?? '');
  return (
    <div class={unfolded ? 'chip unfolded' : 'chip'}>
      <div class="chip-line">
        <button
          type="button"
          class="chip-name"
          aria-expanded={unfolded}
          title={`${props.name}\n${visible(props.text.slice(0, 400))}`}
          onClick={() => setUnfolded(!unfolded)}
        >
          <Icon name={props.icon} />
          <span class="chip-place">{props.name}</span>
          {!unfolded && <span class="dim chip-first">{first}</span>}
        </button>
        {props.note && (
          <span class="chip-note" title={props.note.hint}>
            {props.note.text}
          </span>
        )}
        {props.remove && <IconButton icon="close" name={props.remove.name} onClick={props.remove.act} />}
      </div>
      {unfolded && (
        <div class="chip-body">
          <pre tabIndex={0} role="group" aria-label={props.name}>
            {visible(props.text.slice(0, PREVIEW))}
            {props.text.length > PREVIEW && '…'}
          </pre>
          {props.open && (
            <button type="button" class="link-button" onClick={props.open.act}>
              {props.open.name}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
