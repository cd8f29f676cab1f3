/** A dialog over the page. Escape cancels it. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Props {
  readonly title: string;
  readonly onCancel: () => void;
  readonly buttons: ComponentChildren;
  readonly children: ComponentChildren;
}

export function ModalDialog({ title, onCancel, buttons, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // `close` restores the focus. Removing the element does not.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="confirm"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <div class="confirm-body">
        <h2>{title}</h2>
        {children}
      </div>
      <div class="card-buttons">{buttons}</div>
    </dialog>
  );
}
