/** The facts of the matter: above the question box as a button that edits them, and below each question that they were sent with. */
import type { MatterFact } from '../../conversation/conversation.ts';
import { escapeHidden } from '../../conversation/display.ts';
import type { PanelState } from '../../panel/messages.ts';
import type { Page } from '../state/pageModel.ts';
import { type StringKey, strings } from '../strings.ts';
import { counted, t } from '../translation.ts';
import { Icon } from './icons.tsx';

export function MatterLine({ page, matter }: { page: Page; matter: NonNullable<PanelState['matter']> }) {
  const { facts, clients, problems, required } = matter;
  const missing = facts.length === 0 && required;
  if (facts.length === 0 && clients === 0 && problems.length === 0 && !missing) return null;
  return (
    <button
      type="button"
      class="matter"
      title={[...problems.map(escapeHidden), t('matter.hint')].join('\n')}
      onClick={() => page.post({ type: 'runAction', action: 'editMatter' })}
    >
      <span class="visually-hidden">{t('matter.label')}</span>
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

/** The facts that were sent with a question. */
export function SentMatter({ facts }: { facts: readonly MatterFact[] }) {
  return (
    <p class="matter sent-matter">
      <span class="visually-hidden">{t('matter.label')}</span>
      <Facts facts={facts} />
    </p>
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
