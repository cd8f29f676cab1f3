// Runs in the workbench's page: everything that its storage holds, as one text. Secrets are left out: where the workbench
// runs in a browser, they are in its local storage by VS Code's own design.
async () => {
  const settled = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const decoder = new TextDecoder();
  const asText = (value) => (value instanceof Uint8Array ? decoder.decode(value) : JSON.stringify(value));
  const texts = Object.entries({ ...sessionStorage }).flat();
  for (const { name } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const objects = database.transaction(store).objectStore(store);
      const found = await Promise.all([settled(objects.getAllKeys()), settled(objects.getAll())]);
      texts.push(...found.flat().map(asText));
    }
    database.close();
  }
  return texts.join('\n');
};
