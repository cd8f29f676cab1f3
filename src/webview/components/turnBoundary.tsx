/** Shows a message in place of a turn that cannot be rendered, so that the other turns stay usable. */
import { Component, type ComponentChildren } from 'preact';
import { escapeHidden } from '../../conversation/display.ts';
import type { ShownTurn } from '../state/store.ts';
import { t } from '../translation.ts';

interface BoundaryProps {
  turn: ShownTurn;
  children: ComponentChildren;
}

/** A turn that has changed since is rendered again. */
export class TurnBoundary extends Component<BoundaryProps, { failed: ShownTurn | null }> {
  override state: { failed: ShownTurn | null } = { failed: null };

  override componentDidCatch(): void {
    this.setState({ failed: this.props.turn });
  }

  override render({ turn, children }: BoundaryProps) {
    if (this.state.failed !== turn) return children;
    return (
      <div class="card error-card" role="alert">
        <p class="card-text">{escapeHidden(turn.question.text)}</p>
        <p class="card-text">{t('turn.notShown')}</p>
      </div>
    );
  }
}
