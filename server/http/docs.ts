import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { docsPage, docsStyle } from './docs-page.ts';

/**
 * The OpenAPI document, from the same table as the routes, at /api/docs/json, and a page for people at /api/docs.
 * Register before the routes.
 */
export async function addDocs(app: FastifyInstance, productName: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: productName,
        version: '1',
        description: 'Every call of the product, with who may make it in `x-access`.',
      },
    },
    transform: jsonSchemaTransform,
  });
  const hidden = { schema: { hide: true } };
  app.get('/api/docs/json', hidden, () => app.swagger());
  app.get('/api/docs/style.css', hidden, (_request, reply) => reply.type('text/css').send(docsStyle));
  app.get('/api/docs', hidden, (_request, reply) =>
    reply.type('text/html').send(docsPage(productName, app.swagger() as Parameters<typeof docsPage>[1])),
  );
}
