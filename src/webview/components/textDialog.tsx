/** Shows a text of the host to be read line by line, with a screen reader for example. Escape closes it. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { escapeHidden } from '../../conversation/display.ts';
import type { ReadableText } from '../state/pageModel.ts';
import { t } from '../translation.ts';
import { TextButton } from './controls.tsx';
import { ModalDialog } from './modalDialog.tsx';

export function TextDialog({ shown, onClose }: { shown: ReadableText; onClose: () => void }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const title = escapeHidden(shown.title);
  useLayoutEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(0, 0);
    area.current?.scrollTo({ top: 0 });
  }, [shown]);

  return (
    <ModalDialog
      title={title}
      onCancel={onClose}
      buttons={<TextButton onClick={onClose}>{t('confirm.close')}</TextButton>}
    >
      <textarea ref={area} class="sent readable" readOnly aria-label={title} value={escapeHidden(shown.text)} />
    </ModalDialog>
  );
}
