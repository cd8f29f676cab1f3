/** A component whose child changes a signal in an effect that runs before the effect of the component. */
import { render } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { signal, useSignal } from '../../../../src/webview/state/signal.ts';

const count = signal(0);

function Child() {
  useLayoutEffect(() => count.set(1), []);
  return null;
}

function Parent() {
  return (
    <p>
      {useSignal(count)}
      <Child />
    </p>
  );
}

render(<Parent />, document.body);
