// Installed by `npm start` only. Fiscal itself does nothing at startup, and no address of VS Code can open a view.
const vscode = require('vscode');

exports.activate = () => vscode.commands.executeCommand('fiscal.openChat');
