/** What the user is asked before a language model is first used. undefined: the dialog was closed without an answer. */
import type * as Vscode from 'vscode';
import type { TurnModel } from '../../conversation/conversation.ts';

type Api = Pick<typeof Vscode, 'window' | 'l10n'>;

export async function askUse({ window, l10n }: Api, model: TurnModel): Promise<boolean | undefined> {
  const [use, quote] = [l10n.t('Use Model'), l10n.t('Quote Only')];
  const detail = model.onThisMachine
    ? l10n.t(
        'The model answers at {0} on this machine. Questions and passages of your documents do not leave the machine.',
        model.provider,
      )
    : l10n.t(
        'With each question, Fiscal sends to {0}: the question with its attached text and the facts of the matter, the beginning of the previous question and answer, and the passages of your documents that the library finds. One question makes 1 to 16 requests, which the provider may bill. Each sentence is checked against the passages before it is shown.',
        model.provider,
      );
  const question = l10n.t('Let {0} write answers from your documents?', model.name);
  const answer = await window.showInformationMessage(question, { modal: true, detail }, use, quote);
  return answer === undefined ? undefined : answer === use;
}

export async function askZeroRetention({ window, l10n }: Api, model: TurnModel): Promise<boolean | undefined> {
  const [yes, no] = [l10n.t('Confirm and Send'), l10n.t('Quote Only')];
  const detail = l10n.t(
    'This question asks for zero data retention. Fiscal cannot require it of {0}. Confirm only if your agreement with the provider says that it retains neither questions nor passages.',
    model.name,
  );
  const question = l10n.t('Does {0} retain nothing of what it receives?', model.provider);
  const answer = await window.showWarningMessage(question, { modal: true, detail }, yes, no);
  return answer === undefined ? undefined : answer === yes;
}
