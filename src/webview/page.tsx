/** The chat page: styles, the way to the host, and the whole view, in the order in which they depend on each other. */
import './styles/base.css';
import './styles/controls.css';
import './styles/log.css';
import './styles/turn.css';
import './styles/sources.css';
import './styles/box.css';
import './styles/overlays.css';
import './markdown/markdown.css';
import { render } from 'preact';
import { App } from './components/app.tsx';
import { connectHost } from './host.ts';
import { createPage } from './state/pageModel.ts';
import { loadTranslations } from './strings.ts';

loadTranslations(document.documentElement.dataset.strings);
const page = createPage(connectHost());
render(<App page={page} />, document.body);
page.start();
