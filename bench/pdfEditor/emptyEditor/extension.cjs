/** An editor that shows one canvas and nothing else: the least time that VS Code takes to show any custom editor. */
const vscode = require('vscode');

exports.activate = ({ subscriptions }) => {
  subscriptions.push(
    vscode.window.registerCustomEditorProvider('bench.empty', {
      openCustomDocument: (uri) => ({ uri, dispose() {} }),
      resolveCustomEditor(_document, { webview }) {
        webview.options = { enableScripts: true };
        webview.html = `<!DOCTYPE html><body><script>document.body.append(document.createElement('canvas'))</script></body>`;
      },
    }),
    vscode.commands.registerCommand('bench.open', ({ file, editor }) => {
      const [{ uri }] = vscode.workspace.workspaceFolders;
      return vscode.commands.executeCommand('vscode.openWith', vscode.Uri.joinPath(uri, file), editor);
    }),
  );
};
