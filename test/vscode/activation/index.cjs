// Runs inside the extension host (`extensionTestsPath`): activates Fiscal and reports which of its files were loaded.
const { writeFileSync } = require('node:fs');
const { registerHooks } = require('node:module');
const { basename } = require('node:path');
const vscode = require('vscode');

exports.run = async () => {
  const extension = vscode.extensions.getExtension('fiscal.fiscal');
  const before = extension.isActive;
  const loaded = [];
  const hooks = registerHooks({
    load(url, context, next) {
      if (url.includes('/fiscal')) loaded.push(basename(url));
      return next(url, context);
    },
  });
  await extension.activate();
  hooks.deregister();
  const report = {
    before,
    active: extension.isActive,
    documents: vscode.workspace.textDocuments.map((document) => `${document.languageId} ${document.uri.path}`),
    // The hash in the name of a chunk changes with its content.
    loaded: loaded.map((file) => file.replace(/-\w{8}\.js$/, '.js')),
  };
  writeFileSync(process.env.FISCAL_ACTIVATION_REPORT, JSON.stringify(report));
};
