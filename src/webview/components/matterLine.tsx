/** The name and the facts of the matter: above the question box as a button that edits them, and below each question that they were sent with. */
import type { MatterFact, Question } from '../../conversation/conversation.ts';
import { escapeHidden } from '../../conversation/display.ts';
import type { PanelState } from '../../panel/messages.ts';
import type { Page } from '../state/pageModel.ts';
import { type StringKey, strings } from '../strings.ts';
import { counted, t } from '../translation.ts';
import { Icon } from './icons.tsx';

interface MatterLineProps {
  page: Page;
  matter: NonNullable<PanelState['matter']>;
  service: string;
}

export function MatterLine({ page, matter, service }: MatterLineProps) {
  const { name, facts, clients, problems, required } = matter;
  const missing = facts.length === 0 && required;
  if (name === undefined && facts.length === 0 && clients === 0 && problems.length === 0 && !missing) return null;
  const server = name === undefined ? [] : [t(name === null ? 'matter.hint.unnamed' : 'matter.hint.named', service)];
  return (
    <button
      type="button"
      class="matter"
      title={[...problems.map(escapeHidden), ...server, t('matter.hint')].join('\n')}
      onClick={() => page.post({ type: 'runAction', action: 'editMatter' })}
    >
      <span class="visually-hidden">{t('matter.label')}</span>
      {name === null && <span class="fact dim">{t('matter.unnamed')}</span>}
      {name != null && <MatterName name={name} />}
      <Facts facts={facts} compact />
      {clients > 0 && <span class="fact dim">{counted('matter.clients', clients)}</span>}
      {missing && (
        <span class="fact problem">
          <Icon name="warning" />
          {t('matter.missing')}
        </span>
      )}
      {problems.length > 0 && (
        <span class="fact problem">
          <Icon name="warning" />
          {t('matter.problems')}
        </span>
      )}
    </button>
  );
}

/** The name and the facts that were sent with a question. */
export function SentMatter({ question: { matterName, matter = [] } }: { question: Question }) {
  if (matterName === undefined && matter.length === 0) return null;
  return (
    <p class="matter sent-matter">
      <span class="visually-hidden">{t('matter.label')}</span>
      {matterName !== undefined && <MatterName name={matterName} />}
      <Facts facts={matter} />
    </p>
  );
}

/** Under this name, the firm's server knows the matter. */
function MatterName({ name }: { name: string }) {
  return (
    <span class="fact matter-name" title={t('matter.server')}>
      {escapeHidden(name)}
    </span>
  );
}

/** `compact`: the names of the facts are for screen readers and tooltips only, because a narrow panel has no room for them. */
function Facts({ facts, compact = false }: { facts: readonly MatterFact[]; compact?: boolean }) {
  return (
    <>
      {facts.map((fact) => (
        <span key={fact.name} class="fact" title={nameOf(fact.name)}>
          <span class={compact ? 'visually-hidden' : ''}>{t('matter.name', nameOf(fact.name))}</span>
          {escapeHidden(fact.value)}
        </span>
      ))}
    </>
  );
}

function nameOf(name: string): string {
  const key = `matter.${name}`;
  return isKey(key) ? t(key) : escapeHidden(name);
}

function isKey(key: string): key is StringKey {
  return Object.hasOwn(strings, key);
}
