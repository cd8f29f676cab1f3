/** Shows a text of the host to be read line by line, with a screen reader for example. Escape closes it. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { escapeHidden } from '../../conversation/display.ts';
import type { ReadableText } from '../state/pageModel.ts';
import { t } from '../translation.ts';
import { TextButton } from './controls.tsx';

export function TextDialog({ shown, onClose }: { shown: ReadableText; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // `close` restores the focus. Removing the element does not.
    return () => element?.close();
  }, []);
  useLayoutEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(0, 0);
    area.current?.scrollTo({ top: 0 });
  }, [shown]);

  return (
    <dialog
      ref={dialog}
      class="confirm"
      aria-label={escapeHidden(shown.title)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="confirm-body">
        <h2>{escapeHidden(shown.title)}</h2>
        <textarea
          ref={area}
          class="sent readable"
          readOnly
          aria-label={escapeHidden(shown.title)}
          value={escapeHidden(shown.text)}
        />
      </div>
      <div class="card-buttons">
        <TextButton onClick={onClose}>{t('confirm.close')}</TextButton>
      </div>
    </dialog>
  );
}
