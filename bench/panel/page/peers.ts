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

/** Draws the whole text again, at most every `interval` milliseconds; 0: each frame. */
function redrawing(draw: () => void, interval: number) {
  let waiting = false;
  const later = () => {
    if (waiting) return;
    waiting = true;
    const run = () => {
      waiting = false;
      draw();
      requestAnimationFrame(follow);
    };
    if (interval === 0) requestAnimationFrame(run);
    else setTimeout(run, interval);
  };
  return {
    load(whole: string) {
      text = whole;
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
  streamdown: () =>
    redrawing(
      react(() => createElement(Streamdown, null, text)),
      0,
    ),
};
export type PeerName = keyof typeof makers;

const name = decodeURIComponent(location.hash.slice(1)) as PeerName;
const contender = makers[name]();
addEventListener('message', (event: MessageEvent<{ type: string; text: string }>) => contender.append(event.data.text));
window.contender = { ...contender, post: (piece) => window.postMessage({ type: 'text', text: piece }, '*') };
