/** The question box: attachments, text, research mode, zero data retention and the buttons to send, preview and stop. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { baseName, escapeHidden, oneLine } from '../../conversation/display.ts';
import { MAX_DROPPED, MAX_URI } from '../../panel/pageMessages.ts';
import { LIBRARY } from '../../protocol/library.ts';
import type { Page } from '../state/pageModel.ts';
import { createPromptHistory } from '../state/promptHistory.ts';
import { useSignal } from '../state/signal.ts';
import type { Shown } from '../state/store.ts';
import { t } from '../translation.ts';
import { QuoteChip, SelectionChip } from './chips.tsx';
import { IconButton } from './controls.tsx';
import { GrowingText, isSendKey } from './growingText.tsx';
import { Icon } from './icons.tsx';
import { MatterLine } from './matterLine.tsx';
import { ModePicker } from './modePicker.tsx';
import { StatusLine } from './statusLine.tsx';

export function QuestionBox({ page, shown }: { page: Page; shown: Shown }) {
  const { conversation, panelState } = shown;
  const text = useSignal(page.draft.text);
  const quote = useSignal(page.draft.quote);
  const refusal = useSignal(page.requests.refusal);
  const pending = useSignal(page.requests.pending);
  const focusRequests = useSignal(page.focusRequests);
  const area = useRef<HTMLTextAreaElement>(null);
  const stop = useRef<HTMLButtonElement>(null);
  const history = useRef(createPromptHistory(page));
  /** Where the # is with which the user asked for a file. Null after the next input. */
  const hash = useRef<number | null>(null);
  /** Where the caret belongs when text was inserted. */
  const caret = useRef<number | null>(null);
  const running = page.running();
  const blocked = panelState.readOnly !== null;

  useLayoutEffect(() => {
    if (focusRequests > 0) area.current?.focus();
  }, [focusRequests]);

  // The Stop button disappears when the answer ends. If it had the focus, the question box gets it.
  const hadStop = useRef(false);
  const runningId = running?.id;
  useLayoutEffect(() => {
    if (runningId === undefined && hadStop.current && document.activeElement === document.body) area.current?.focus();
  }, [runningId]);

  // The name of the chosen file takes the place of the #.
  const attached = panelState.chips.length;
  useLayoutEffect(() => {
    const at = hash.current;
    hash.current = null;
    const chip = panelState.chips.at(-1);
    if (at === null || chip === undefined || text[at] !== '#') return;
    const after = text.slice(at + 1);
    const before = `${text.slice(0, at)}${escapeHidden(oneLine(baseName(chip.label)))}${/^\s/.test(after) ? '' : ' '}`;
    page.draft.set(before + after);
    caret.current = before.length;
  }, [attached]);

  const typed = useSignal(page.typed);
  useLayoutEffect(() => {
    if (typed === null) return;
    page.typed.set(null);
    const at = (hash.current ?? text.length - 1) + 1;
    hash.current = null;
    page.draft.set(text.slice(0, at) + typed + text.slice(at));
    caret.current = at + typed.length;
  }, [typed]);
  useLayoutEffect(() => {
    const at = caret.current;
    caret.current = null;
    if (at !== null) area.current?.setSelectionRange(at, at);
  }, [text]);

  const ask = () => {
    if (!blocked) page.requests.askDraft();
  };

  // In a recalled question of one line, the arrow keys are not needed to move the caret.
  const isRecalledLine = () => history.current.isActive() && !text.includes('\n');
  const onKeyDown = (event: KeyboardEvent) => {
    if (isSendKey(event, panelState.sendKey)) ask();
    else if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.isComposing) return;
    else if (event.key === 'Escape') {
      if (!running) return;
      page.post({ type: 'stop', turnId: running.id });
    } else if (event.key === 'ArrowUp' && (atStart(area.current) || isRecalledLine())) {
      if (!history.current.older()) return;
    } else if (event.key === 'ArrowDown' && (atEnd(area.current) || isRecalledLine())) {
      if (!history.current.newer()) return;
    } else return;
    event.preventDefault();
  };

  const empty = text.trim() === '';
  const { zeroRetention } = panelState;
  const retentionLabel = zeroRetention.locked ? t('zdr.locked') : t(zeroRetention.on ? 'zdr.on' : 'zdr.off');
  return (
    <form
      class={zeroRetention.on || conversation.temporary ? 'box unsaved' : 'box'}
      aria-label={t('box.label')}
      aria-busy={pending}
      onSubmit={(event) => event.preventDefault()}
      onDragOver={(event) => {
        if (event.dataTransfer && hasFiles(event.dataTransfer)) event.preventDefault();
      }}
      onDrop={(event) => {
        const uris = event.dataTransfer ? droppedFiles(event.dataTransfer) : [];
        if (uris.length === 0) return;
        event.preventDefault();
        page.post({ type: 'attachFiles', uris });
        area.current?.focus();
      }}
    >
      {refusal !== null && (
        <p class="refusal" role="alert">
          <Icon name="error" />
          <span>
            {t('box.refused')}: {escapeHidden(refusal)}
          </span>
          <IconButton icon="close" name={t('confirm.close')} onClick={() => page.requests.refusal.set(null)} />
        </p>
      )}
      <StatusLine page={page} shown={shown} />
      <div class="box-frame">
        {panelState.matter && <MatterLine page={page} matter={panelState.matter} service={panelState.service} />}
        {(panelState.chips.length > 0 || quote !== '') && (
          <ul class="chips" aria-label={t('box.attached')}>
            {panelState.chips.map((chip) => (
              <SelectionChip
                key={chip.id}
                selection={chip}
                onOpen={() => page.post({ type: 'openSelection', turnId: null, selectionId: chip.id })}
                onRemove={() => {
                  page.post({ type: 'removeChip', selectionId: chip.id });
                  area.current?.focus();
                }}
              />
            ))}
            {quote !== '' && (
              <QuoteChip
                quote={quote}
                onRemove={() => {
                  page.draft.setQuote('');
                  area.current?.focus();
                }}
              />
            )}
          </ul>
        )}
        <GrowingText
          areaRef={area}
          label={t('box.label')}
          placeholder={t(conversation.currentTurnId === null ? 'box.placeholder' : 'box.placeholderFollow')}
          value={text}
          onInput={(value) => {
            history.current.reset();
            page.draft.set(value);
            const at = (area.current?.selectionStart ?? 0) - 1;
            const isHash =
              value.length === text.length + 1 && value[at] === '#' && /^(?:$|\s)/.test(value.charAt(at - 1));
            hash.current = isHash ? at : null;
            if (isHash && !blocked) page.post({ type: 'pickAttachment' });
          }}
          onKeyDown={onKeyDown}
          onBlur={page.draft.flush}
        />
        <div class="box-bar">
          <IconButton
            icon="add"
            name={t('box.addSelection')}
            onClick={() => page.post({ type: 'runAction', action: 'addSelection' })}
          />
          <ModePicker page={page} panelState={panelState} />
          <IconButton
            icon="shield"
            class="zdr"
            name={retentionLabel}
            hint={panelState.service === LIBRARY ? retentionLabel : `${retentionLabel}. ${t('zdr.duties')}`}
            pressed={zeroRetention.on}
            disabled={zeroRetention.locked}
            onClick={() => page.post({ type: 'setZeroRetention', on: !zeroRetention.on })}
          />
          <span class="spring" />
          <IconButton
            icon="eye"
            name={t('box.preview')}
            disabled={empty || blocked}
            onClick={() => page.requests.askDraft({ previewOnly: true })}
          />
          {running && (
            <IconButton
              icon="stop"
              class="stop"
              name={t('box.stop')}
              hint={t('box.stopHint')}
              buttonRef={(element) => {
                hadStop.current ||= element !== null;
                stop.current = element;
              }}
              onClick={() => {
                page.post({ type: 'stop', turnId: running.id });
                area.current?.focus();
              }}
            />
          )}
          {!(running && empty) && (
            <IconButton
              icon="send"
              class="send"
              name={t(running ? 'box.queue' : 'box.send')}
              disabled={empty || blocked}
              onClick={ask}
            />
          )}
        </div>
      </div>
    </form>
  );
}

/** What VS Code and the system call the list of dragged files. */
const FILE_LISTS = ['application/vnd.code.uri-list', 'text/uri-list'];

function hasFiles({ types }: DataTransfer): boolean {
  return types.some((type) => FILE_LISTS.includes(type.toLowerCase()));
}

function droppedFiles(data: DataTransfer): string[] {
  const list = FILE_LISTS.map((type) => data.getData(type)).find((text) => text !== '') ?? '';
  return list
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && line.length <= MAX_URI && !line.startsWith('#'))
    .slice(0, MAX_DROPPED);
}

function atStart(area: HTMLTextAreaElement | null): boolean {
  return area !== null && area.selectionStart === 0 && area.selectionEnd === 0;
}

function atEnd(area: HTMLTextAreaElement | null): boolean {
  return area !== null && area.selectionStart === area.value.length;
}
