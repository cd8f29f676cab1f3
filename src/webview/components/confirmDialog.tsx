/** Shows exactly what will be sent before it is sent. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { escapeHidden, oneLine, shorten } from '../../conversation/display.ts';
import { modeLabel } from '../../conversation/labels.ts';
import type { Preview } from '../../panel/messages.ts';
import { previewReasons } from '../../panel/previewReasons.ts';
import { LIBRARY } from '../../protocol/library.ts';
import { serviceName } from '../format.ts';
import { formatNumber } from '../numberFormat.ts';
import type { Confirmation } from '../state/requests.ts';
import type { StringKey } from '../strings.ts';
import { l10n, t } from '../translation.ts';
import { TextButton } from './controls.tsx';
import { Icon } from './icons.tsx';
import { ModalDialog } from './modalDialog.tsx';

/** Characters of an earlier question that name it while it is collapsed. */
const MAX_EARLIER = 80;
/** Reasons for which the Send button does not have the initial focus, so that Enter does not send by habit. */
const RISKY_REASONS: readonly Preview['reasons'][number][] = [
  'identifiers',
  'otherMatter',
  'otherService',
  'retentionMix',
  'usageLimit',
  'changed',
];

export function ConfirmDialog({ confirmation }: { confirmation: Confirmation }) {
  const { preview, confirm, cancel } = confirmation;
  const initialFocus = useRef<HTMLButtonElement>(null);

  // After the effect of the dialog, which shows it.
  useLayoutEffect(() => initialFocus.current?.focus(), []);

  const offersPlaceholders = preview.placeholders !== undefined;
  const safe = preview.blocked === null && preview.findings.length === 0;
  const sendFirst = safe && !preview.reasons.some((reason) => RISKY_REASONS.includes(reason));
  const modes = preview.allowedAskModes?.map((mode) => modeLabel(mode, l10n)).join(', ');
  const reasons = previewReasons(preview, l10n);
  const facts: [string, string][] = [
    [t('confirm.to'), serviceName(preview.service)],
    ...matterFacts(preview.matterName),
    ...modelFacts(preview.model),
    [
      t('confirm.mode'),
      modes ? t('confirm.allowed', modeLabel(preview.askMode, l10n), modes) : modeLabel(preview.askMode, l10n),
    ],
    [t('confirm.retention'), t(retentionText(preview))],
    [t('confirm.length'), formatNumber(preview.length)],
  ];

  return (
    <ModalDialog
      title={t('confirm.title')}
      onCancel={cancel}
      buttons={
        <>
          {offersPlaceholders && (
            <TextButton primary buttonRef={initialFocus} onClick={() => confirm('replace')}>
              {t('confirm.sendReplaced')}
            </TextButton>
          )}
          {preview.blocked === null && (
            <TextButton
              primary={!offersPlaceholders}
              {...(sendFirst && { buttonRef: initialFocus })}
              onClick={() => confirm()}
            >
              {t(offersPlaceholders ? 'confirm.sendUnchanged' : 'confirm.send')}
            </TextButton>
          )}
          <TextButton {...(!sendFirst && !offersPlaceholders && { buttonRef: initialFocus })} onClick={cancel}>
            {t(preview.blocked === null ? 'confirm.cancel' : 'confirm.close')}
          </TextButton>
        </>
      }
    >
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
      {preview.model && (
        <p class="card-text">
          {t(
            preview.model.onThisMachine ? 'confirm.modelHere' : 'confirm.modelReceives',
            escapeHidden(preview.model.provider),
          )}
        </p>
      )}
      {preview.findings.length > 0 && (
        <div class="card">
          <p class="card-text with-icon">
            <Icon name="warning" />
            <span>
              {t('confirm.findings')}.{' '}
              {t(preview.replaced ? 'confirm.replaced' : offersPlaceholders ? 'confirm.choose' : 'confirm.notReplaced')}
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
      {preview.zeroRetention && preview.service !== LIBRARY && <p class="card-text dim">{t('zdr.duties')}</p>}
      <SentText
        name={t(offersPlaceholders ? 'confirm.textReplaced' : 'confirm.text')}
        text={preview.placeholders?.content ?? preview.content}
      />
      {offersPlaceholders && (
        <details>
          <summary>{t('confirm.textUnchanged')}</summary>
          <SentText name={t('confirm.textUnchanged')} text={preview.content} hidesName />
        </details>
      )}
      <EarlierTurns earlier={preview.earlier} />
      {preview.passages !== undefined && <LikelyPassages passages={preview.passages} />}
    </ModalDialog>
  );
}

function retentionText({ service, model, zeroRetention }: Preview): StringKey {
  if (service === LIBRARY && !model) return 'confirm.local';
  return zeroRetention ? 'confirm.zero' : 'confirm.kept';
}

/** A text area begins with its cursor at the end, and scrolls there when the dialog gives it the focus. */
const toBeginning = (element: HTMLTextAreaElement | null) => element?.setSelectionRange(0, 0);

function SentText({ name, text, hidesName }: { name: string; text: string; hidesName?: boolean }) {
  return (
    <>
      {!hidesName && <h3>{name}</h3>}
      <textarea ref={toBeginning} class="sent" readOnly aria-label={name} value={escapeHidden(text)} />
    </>
  );
}

/** The earlier questions and answers that are sent as context. */
function EarlierTurns({ earlier }: { earlier: readonly string[] }) {
  if (earlier.length === 0) {
    return <p class="dim small">{t('confirm.noHistory')}</p>;
  }
  const questions = earlier.filter((_, index) => index % 2 === 0);
  return (
    <section aria-label={t('confirm.history')}>
      <h3>
        {t('confirm.history')}: {formatNumber(questions.length)}
      </h3>
      {questions.map((question, index) => {
        const name = shorten(oneLine(escapeHidden(question)), MAX_EARLIER);
        return (
          <details key={index}>
            <summary>{name}</summary>
            <SentText name={name} text={`${question}\n\n${earlier[index * 2 + 1] ?? ''}`} hidesName />
          </details>
        );
      })}
    </section>
  );
}

/** What the language model will probably receive. The exact passages depend on the search words that it proposes. */
function LikelyPassages({ passages }: { passages: NonNullable<Preview['passages']> | null }) {
  if (passages === null) return <p class="dim small">{t('confirm.passagesUnknown')}</p>;
  if (passages.length === 0) return <p class="dim small">{t('confirm.passagesNone')}</p>;
  return (
    <section aria-label={t('confirm.passages')}>
      <h3>
        {t('confirm.passages')}: {formatNumber(passages.length)}
      </h3>
      <ol class="likely-passages">
        {passages.map(({ title, section, path, line, endLine }, index) => (
          <li key={index}>
            <span>{escapeHidden(section === undefined ? title : `${title} · ${section}`)}</span>{' '}
            <span class="dim">
              {escapeHidden(fileName(path))}:{line === endLine ? line : `${line}-${endLine}`}
            </span>
          </li>
        ))}
      </ol>
      <p class="dim small">{t('confirm.passagesLater')}</p>
    </section>
  );
}

const fileName = (path: string) => path.split(/[\\/]/).at(-1) ?? path;

function matterFacts(matterName: Preview['matterName']): [string, string][] {
  if (matterName === undefined) return [];
  return [[t('confirm.matter'), matterName === null ? t('confirm.allMatters') : escapeHidden(matterName)]];
}

function modelFacts(model: Preview['model']): [string, string][] {
  return model ? [[t('confirm.model'), `${escapeHidden(model.name)} (${escapeHidden(model.provider)})`]] : [];
}
