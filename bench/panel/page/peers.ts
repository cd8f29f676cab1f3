/** The peers, each used as the products use it, in the same scroller that follows its end. */
import './contender.ts';
import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { Marked } from 'marked';
import { createElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Streamdown } from 'streamdown';

const scroller = document.createElement('div');
scroller.className = 'scroller';
const answer = document.createElement('div');
scroller.append(answer);
document.body.append(scroller);

let text = '';

function follow(): void {
  scroller.scrollTop = scroller.scrollHeight;
}

/** Draws the whole text again, every `interval` milliseconds while it grows; 0: each frame. `before`: what all texts begin with. */
function redrawing(draw: () => void, interval: number, before = '') {
  let waiting = false;
  let drawn = 0;
  const later = () => {
    if (waiting) return;
    waiting = true;
    const run = () => {
      waiting = false;
      drawn = performance.now();
      draw();
      requestAnimationFrame(follow);
    };
    if (interval === 0) requestAnimationFrame(run);
    else setTimeout(run, drawn + interval - performance.now());
  };
  return {
    load(whole: string) {
      text = before + whole;
      later();
    },
    append(piece: string) {
      text += piece;
      later();
    },
    drawn: () => (answer.textContent ?? '').length,
  };
}

/** The floor: what came since the last frame as one more text node. */
function plain() {
  answer.style.whiteSpace = 'pre-wrap';
  let drawn = 0;
  let pending = false;
  const draw = () => {
    pending = false;
    answer.append(text.slice(drawn));
    drawn = text.length;
    follow();
  };
  const append = (piece: string) => {
    text += piece;
    if (!pending) requestAnimationFrame(draw);
    pending = true;
  };
  return { load: append, append, drawn: () => drawn };
}

function react(element: () => ReactNode) {
  const root = createRoot(answer);
  return () => root.render(element());
}

const streamdown = () => react(() => createElement(Streamdown, null, text));
const markdownIt = new MarkdownIt({ linkify: true });
const marked = new Marked({ gfm: true });

const makers = {
  plain,
  'markdown-it + DOMPurify': () =>
    redrawing(() => {
      answer.innerHTML = DOMPurify.sanitize(markdownIt.render(text));
    }, 0),
  'marked + DOMPurify, 50 ms': () =>
    redrawing(() => {
      answer.innerHTML = DOMPurify.sanitize(marked.parse(text, { async: false }));
    }, 50),
  'react-markdown, 50 ms': () =>
    redrawing(
      react(() => createElement(ReactMarkdown, { remarkPlugins: [remarkGfm] }, text)),
      50,
    ),
  streamdown: () => redrawing(streamdown(), 0),
  // It draws block by block only while there is no footnote in the text.
  'streamdown, one footnote': () => redrawing(streamdown(), 0, 'As it was.[^1]\n\n[^1]: Before the Act.\n\n'),
};
export type PeerName = keyof typeof makers;

const name = decodeURIComponent(location.hash.slice(1)) as PeerName;
const contender = makers[name]();
addEventListener('message', (event: MessageEvent<{ type: string; text: string }>) => contender.append(event.data.text));
window.contender = { ...contender, post: (piece) => window.postMessage({ type: 'text', text: piece }, '*') };
