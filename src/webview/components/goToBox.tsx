/** Shows a place. Enter goes to the place that was typed. */
import { useState } from 'preact/hooks';

interface Props {
  readonly label: string;
  readonly place: string;
  /** Returns false if there is no such place. */
  readonly onGoTo: (typed: string) => boolean;
  readonly title?: string;
  readonly size?: number;
}

export function GoToBox({ label, place, onGoTo, ...attributes }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      type="text"
      class="field"
      {...attributes}
      aria-label={label}
      value={typed ?? place}
      onFocus={(event) => event.currentTarget.select()}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => setTyped(null)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.isComposing) return;
        if (onGoTo(event.currentTarget.value)) setTyped(null);
        event.preventDefault();
      }}
    />
  );
}
