/** Shows exactly what will be sent before it is sent. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { escapeHidden } from '../../conversation/display.ts';
import type { Preview } from '../../panel/messages.ts';
import { formatNumber, serviceName } from '../format.ts';
import type { Confirmation } from '../state/requests.ts';
import { t } from '../translation.ts';
import { TextButton } from './controls.tsx';
import { Icon } from './icons.tsx';

/** Reasons for which the Send button does not have the initial focus, so that Enter does not send by habit. */
const RISKY_REASONS: readonly Preview['reasons'][number][] = ['identifiers', 'retentionMix', 'spend', 'changed'];

export function ConfirmDialog({ confirmation }: { confirmation: Confirmation }) {
  const { preview, confirm, cancel } = confirmation;
  const dialog = useRef<HTMLDialogElement>(null);
  const initialFocus = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    initialFocus.current?.focus();
    // `close` restores the focus. Removing the element does not.
    return () => element?.close();
  }, []);

  const safe = preview.blocked === null && preview.findings.length === 0;
  const sendFirst = safe && !preview.reasons.some((reason) => RISKY_REASONS.includes(reason));
  const modes = preview.allowedAskModes?.map((mode) => t(`mode.${mode}`)).join(', ');
  // The list of findings already says that identifiers were found.
  const reasons = preview.reasons
    .filter((reason) => reason !== 'identifiers' || preview.findings.length === 0)
    .map((reason) => t(`confirm.reason.${reason}`))
    .filter(Boolean);
  const facts: [string, string][] = [
    [t('confirm.to'), serviceName(preview.service)],
    [
      t('confirm.mode'),
      modes ? t('confirm.allowed', t(`mode.${preview.askMode}`), modes) : t(`mode.${preview.askMode}`),
    ],
    [t('confirm.retention'), t(preview.zeroRetention ? 'confirm.zero' : 'confirm.kept')],
    [t('confirm.history'), preview.earlierTurns === 0 ? t('confirm.noHistory') : formatNumber(preview.earlierTurns)],
    [t('confirm.length'), formatNumber(preview.length)],
  ];

  return (
    <dialog
      ref={dialog}
      class="confirm"
      aria-label={t('confirm.title')}
      onCancel={(event) => {
        event.preventDefault();
        cancel();
      }}
    >
      <h2>{t('confirm.title')}</h2>
      {preview.blocked !== null && (
        <p class="refusal">
          <Icon name="circleSlash" />
          <span>{escapeHidden(preview.blocked)}</span>
        </p>
      )}
      {reasons.map((reason) => (
        <p key={reason} class="card-text">
          {reason}
        </p>
      ))}
      {preview.spend !== null && <p class="card-text">{escapeHidden(preview.spend)}</p>}
      {preview.findings.length > 0 && (
        <div class="card">
          <p class="card-text with-icon">
            <Icon name="warning" />
            <span>
              {t('confirm.findings')}. {t(preview.replaced ? 'confirm.replaced' : 'confirm.notReplaced')}
            </span>
          </p>
          <ul class="findings">
            {preview.findings.map((finding, index) => (
              <li key={index}>
                {escapeHidden(finding.kind)}: <code>{escapeHidden(finding.masked)}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {preview.zeroRetention && preview.service !== 'library' && <p class="card-text dim">{t('zdr.duties')}</p>}
      <h3>{t('confirm.text')}</h3>
      <textarea class="sent" readOnly aria-label={t('confirm.text')} value={escapeHidden(preview.content)} />
      <div class="card-buttons">
        {preview.blocked === null && (
          <TextButton primary {...(sendFirst && { buttonRef: initialFocus })} onClick={confirm}>
            {t('confirm.send')}
          </TextButton>
        )}
        <TextButton {...(!sendFirst && { buttonRef: initialFocus })} onClick={cancel}>
          {t(preview.blocked === null ? 'confirm.cancel' : 'confirm.close')}
        </TextButton>
      </div>
    </dialog>
  );
}
