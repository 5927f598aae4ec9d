interface Operation {
  summary?: string;
  'x-access'?: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: unknown;
  responses?: unknown;
}

interface Document {
  paths?: Record<string, Record<string, Operation>>;
}

/** Escapes a text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const ACCESS: Record<string, string> = {
  anyone: 'anyone',
  account: 'signed-in accounts, also without a password',
  member: 'signed-in accounts',
  curator: 'reviewers and administrators',
  admin: 'administrators',
};

/** Renders the OpenAPI document as a page without scripts: calls in groups, each with its access and its schemas. */
export function docsPage(productName: string, document: Document): string {
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = Map.groupBy(calls, ({ path }) => path.split('/').slice(1, 3).join('/'));
  const title = escapeHtml(`${productName}: calls`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><link rel="stylesheet" href="/api/docs/style.css"></head><body><main><h1>${title}</h1>
<p>The same as an <a href="/api/docs/json">OpenAPI document</a>. A refusal answers
<code>{ message, errors: [{ field, code, message }] }</code>; a list answers its rows with
<code>paging: { page, size, next }</code>, where <code>next</code> is the cursor of the following page.</p>
${[...groups].map(([name, members]) => `<section><h2>${escapeHtml(name)}</h2>${members.map(callHtml).join('')}</section>`).join('\n')}
</main></body></html>`;
}

function callHtml({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const access = ACCESS[operation['x-access'] ?? ''] ?? 'anyone';
  const parameters = (operation.parameters ?? []).map(
    (one) =>
      `<li><code>${escapeHtml(one.name)}</code> in ${escapeHtml(one.in)}${one.required ? ', required' : ''}</li>`,
  );
  return `<details><summary><b>${method}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(operation.summary ?? '')}
<small>for ${access}</small></summary>${parameters.length > 0 ? `<ul>${parameters.join('')}</ul>` : ''}
${schemaHtml('Body', operation.requestBody)}${schemaHtml('Answers', operation.responses)}</details>`;
}

const schemaHtml = (title: string, schema: unknown): string =>
  schema === undefined ? '' : `<h3>${title}</h3><pre>${escapeHtml(JSON.stringify(schema, null, 1))}</pre>`;

export const docsStyle = `body{font:16px/1.5 system-ui,sans-serif;background:#16110e;color:#f8efe6;margin:0}
main{max-width:960px;margin:0 auto;padding:24px 16px}a{color:#ff6a2b}h2{margin:32px 0 8px}small{color:#bba999}
details{border-bottom:1px solid #3b2f27;padding:8px 0}summary{cursor:pointer}pre{overflow:auto;max-height:420px;background:#1f1814;padding:12px}`;
