/** Buttons in the style of VS Code: icon, text and link. */
import type { ComponentChildren, Ref } from 'preact';
import { Icon, type IconName } from './icons.tsx';

export interface IconButtonProps {
  icon: IconName;
  /** The accessible name. Also the tooltip if there is no `hint`. */
  name: string;
  onClick: (event: MouseEvent) => void;
  disabled?: boolean | undefined;
  pressed?: boolean | undefined;
  class?: string | undefined;
  hint?: string | undefined;
  buttonRef?: Ref<HTMLButtonElement> | undefined;
}

export function IconButton({ icon, name, onClick, disabled, pressed, class: extra, hint, buttonRef }: IconButtonProps) {
  return (
    <button
      type="button"
      ref={buttonRef ?? null}
      class={extra ? `icon-button ${extra}` : 'icon-button'}
      aria-label={name}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      title={hint ?? name}
      onClick={(event) => {
        if (!disabled) onClick(event);
      }}
    >
      <Icon name={icon} />
    </button>
  );
}

export function TextButton(props: {
  children: ComponentChildren;
  onClick: () => void;
  primary?: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
}) {
  return (
    <button
      type="button"
      ref={props.buttonRef ?? null}
      class={props.primary ? 'text-button primary' : 'text-button'}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  );
}

export function LinkButton(props: { children: ComponentChildren; onClick: () => void }) {
  return (
    <button type="button" class="link-button" onClick={props.onClick}>
      {props.children}
    </button>
  );
}
