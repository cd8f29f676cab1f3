/** The view before the first question. */
import { escapeHidden } from '../../conversation/display.ts';
import type { PanelState } from '../../panel/messages.ts';
import type { Action } from '../../panel/pageMessages.ts';
import { LIBRARY } from '../../protocol/library.ts';
import { serviceName } from '../format.ts';
import type { Page } from '../state/pageModel.ts';
import { t } from '../translation.ts';
import { TextButton } from './controls.tsx';
import { Icon } from './icons.tsx';
import { Suggestions } from './suggestions.tsx';

const ACTIONS: Readonly<Record<PanelState['readiness'], readonly Action[]>> = {
  ready: [],
  noKey: ['setKey', 'openWalkthrough'],
  signedOut: ['signIn', 'setKey'],
  noFolder: ['openFolder', 'getAuthorities', 'connect'],
  badAddress: ['connect', 'openSettings'],
  emptyLibrary: ['openFolder', 'showLibrary', 'connect'],
};

export function Welcome({ page, panelState }: { page: Page; panelState: PanelState }) {
  const { service, model, readiness, starters } = panelState;
  const title = t(starters.length > 0 ? 'welcome.starters' : 'welcome.examples');
  const library = model ? t('welcome.libraryWith', escapeHidden(model.name)) : t('welcome.library');
  return (
    <section class="welcome" aria-label={t('welcome.title')}>
      <h2 class="welcome-title">{t('welcome.title')}</h2>
      <p class="invitation">{t('welcome.select')}</p>
      {readiness === 'ready' && (
        <p class="dim">{service === LIBRARY ? library : t('welcome.hosted', serviceName(service))}</p>
      )}
      <ReadinessCard page={page} panelState={panelState} />
      {readiness === 'ready' && (
        <>
          <h3>{title}</h3>
          <Suggestions
            page={page}
            label={title}
            suggestions={
              starters.length > 0 ? starters : [t('welcome.example1'), t('welcome.example2'), t('welcome.example3')]
            }
          />
          <p class="dim small">{t('welcome.what')}</p>
          <div class="card-buttons">
            <TextButton onClick={() => page.post({ type: 'runAction', action: 'openWalkthrough' })}>
              {t('act.openWalkthrough')}
            </TextButton>
            {service === LIBRARY && (
              <TextButton onClick={() => page.post({ type: 'runAction', action: 'connect' })}>
                {t('act.connect')}
              </TextButton>
            )}
          </div>
        </>
      )}
    </section>
  );
}

/** Why no question can be asked, with actions that solve it, and the progress of indexing. */
export function ReadinessCard({ page, panelState }: { page: Page; panelState: PanelState }) {
  const { service, readiness, indexing } = panelState;
  const progress =
    indexing && (indexing.total > 0 ? t('ready.indexing', indexing.done, indexing.total) : t('ready.counting'));
  return (
    <>
      {readiness !== 'ready' && (
        <div class="card" role="note">
          <p class="card-text with-icon">
            <Icon name="info" />
            <span>{t(`ready.${readiness}`, serviceName(service))}</span>
          </p>
          <div class="card-buttons">
            {ACTIONS[readiness].map((action, index) => (
              <TextButton key={action} primary={index === 0} onClick={() => page.post({ type: 'runAction', action })}>
                {t(`act.${action}`)}
              </TextButton>
            ))}
          </div>
        </div>
      )}
      {indexing && progress && (
        <div class="indexing">
          <span class="small">{progress}</span>
          <progress aria-label={progress} {...(indexing.total > 0 && { max: indexing.total, value: indexing.done })} />
        </div>
      )}
    </>
  );
}
