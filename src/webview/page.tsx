/** Entry point of the chat page. Loads the style sheets, connects to the extension host and renders the page. */
import './styles/base.css';
import './styles/controls.css';
import './styles/log.css';
import './styles/turn.css';
import './styles/sources.css';
import './styles/status.css';
import './styles/box.css';
import './styles/overlays.css';
import './markdown/markdown.css';
import { render } from 'preact';
import { hostMessageSchema } from '../panel/messages.ts';
import { PanelApp } from './components/app.tsx';
import { connectHost } from './host.ts';
import { createPage } from './state/pageModel.ts';
import { savedContentSchema } from './state/savedState.ts';

const page = createPage(connectHost(hostMessageSchema, savedContentSchema));
render(<PanelApp page={page} />, document.body);
page.start();
