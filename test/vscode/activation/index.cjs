// Runs inside the extension host (`extensionTestsPath`): activates Fiscal and writes down which of its files were loaded.
const { writeFileSync } = require('node:fs');
const { basename, dirname } = require('node:path');
const vscode = require('vscode');

exports.run = async () => {
  const extension = vscode.extensions.getExtension('fiscal.fiscal');
  const before = extension.isActive;
  await extension.activate();
  const loaded = Object.keys(require.cache).filter((file) => file.startsWith(extension.extensionPath));
  const report = {
    before,
    documents: vscode.workspace.textDocuments.map((document) => `${document.languageId} ${document.uri.path}`),
    loaded: loaded.map((file) => basename(file)).sort(),
    folders: [...new Set(loaded.map((file) => basename(dirname(file))))],
  };
  writeFileSync(process.env.FISCAL_ACTIVATION_REPORT, JSON.stringify(report));
};
