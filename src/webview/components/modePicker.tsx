import { useState } from 'preact/hooks';
import type { PanelState } from '../../panel/messages.ts';
import type { AskMode } from '../../protocol/chatCompletions.ts';
import type { Page } from '../state/pageModel.ts';
import { t } from '../strings.ts';
import { Icon } from './icons.tsx';
import { Menu, type MenuItem } from './menu.tsx';

/** In the order in which they are offered. */
const ORDER: readonly AskMode[] = [
  'tax_research_fast_research',
  'tax_research_deep_research',
  'audit_research',
  'auto',
  'tax_research_normal',
];
/** Meant for the operator's own web application: shown on request only. */
const RARE: AskMode = 'tax_research_normal';

export function ModePicker({ page, panelState }: { page: Page; panelState: PanelState }) {
  const [all, setAll] = useState(false);
  const { askMode, askModes, allowedAskModes } = panelState;
  const offered = ORDER.filter((mode) => askModes.includes(mode));
  const usual = offered.filter((mode) => all || mode !== RARE || mode === askMode);
  const items: MenuItem[] = usual.map((mode) => ({
    label: t(`mode.${mode}`),
    hint:
      mode === 'auto' && allowedAskModes.length > 0
        ? allowedAskModes.map((allowed) => t(`mode.${allowed}`)).join(', ')
        : t(`mode.hint.${mode}`),
    checked: mode === askMode,
    choose: () => page.post({ type: 'setAskMode', askMode: mode }),
  }));
  if (usual.length < offered.length) {
    items.push({ label: t('mode.all'), stays: true, choose: () => setAll(true) });
  }
  const name = t(`mode.${askMode}`);
  return (
    <Menu
      class="mode-button"
      name={t('mode.label', name)}
      label={t('mode.menu')}
      hint={t(`mode.hint.${askMode}`)}
      items={items}
    >
      <span>{name}</span>
      <Icon name="chevronDown" />
    </Menu>
  );
}
