/** Draws again only when a property is another one: two hundred turns stay as they are while one changes. */
import { Component, type ComponentChild, type FunctionComponent, h } from 'preact';

export function memo<P extends object>(draw: FunctionComponent<P>): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const before = this.props as Record<string, unknown>;
      const after = next as Record<string, unknown>;
      return Object.keys(after).some((key) => after[key] !== before[key]);
    }
    override render(): ComponentChild {
      return h(draw, this.props);
    }
  }
  return Memo as unknown as FunctionComponent<P>;
}
