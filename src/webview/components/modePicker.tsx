/** The menu for the research mode of the next question. */

import { useState } from 'preact/hooks';
import { modeLabel } from '../../conversation/labels.ts';
import type { PanelState } from '../../panel/messages.ts';
import type { AskMode } from '../../protocol/chatCompletions.ts';
import type { Page } from '../state/pageModel.ts';
import { l10n, t } from '../translation.ts';
import { Icon } from './icons.tsx';
import { Menu, type MenuItem } from './menu.tsx';

/** The order in the menu. */
const ORDER: readonly AskMode[] = [
  'tax_research_fast_research',
  'tax_research_deep_research',
  'audit_research',
  'auto',
  'tax_research_normal',
];
/** Intended for the service's web app. Only listed after `Show all research modes`. */
const UNUSUAL_MODE: AskMode = 'tax_research_normal';

export function ModePicker({ page, panelState }: { page: Page; panelState: PanelState }) {
  const [showAll, setShowAll] = useState(false);
  const { askMode, askModes, allowedAskModes } = panelState;
  const offered = ORDER.filter((mode) => askModes.includes(mode));
  const listed = offered.filter((mode) => showAll || mode !== UNUSUAL_MODE || mode === askMode);
  const hintOf = (mode: AskMode, hint: string) => {
    const requests = panelState.modelRequests?.[mode] ?? 0;
    return requests === 0 ? hint : `${hint} · ${t('mode.requests', requests)}`;
  };
  const items: MenuItem[] = listed.map((mode) => ({
    label: modeLabel(mode, l10n),
    hint: hintOf(
      mode,
      mode === 'auto' && allowedAskModes.length > 0
        ? allowedAskModes.map((allowed) => modeLabel(allowed, l10n)).join(', ')
        : t(`mode.hint.${mode}`),
    ),
    checked: mode === askMode,
    run: () => {
      page.store.chooseMode(mode);
      page.post({ type: 'setAskMode', askMode: mode });
    },
  }));
  if (listed.length < offered.length) {
    items.push({ label: t('mode.all'), keepsOpen: true, run: () => setShowAll(true) });
  }
  const name = modeLabel(askMode, l10n);
  return (
    <Menu
      class="mode-button"
      name={t('mode.label', name)}
      label={t('mode.menu')}
      hint={hintOf(askMode, t(`mode.hint.${askMode}`))}
      items={items}
    >
      <span>{name}</span>
      <Icon name="chevronDown" />
    </Menu>
  );
}
