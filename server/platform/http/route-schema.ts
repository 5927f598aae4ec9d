import type { Endpoint } from '@scoville/contract/platform/http/endpoint.ts';
import { describeFreshSignIn } from '@scoville/contract/accounts/auth/fresh-sign-in.ts';

/** The schema of an endpoint's calls and answers, for parsing and for the documentation. */
export const routeSchema = (endpoint: Endpoint) => {
  const { freshSignIn } = endpoint;
  return {
    summary: endpoint.summary,
    params: endpoint.params,
    querystring: endpoint.query,
    ...(endpoint.method === 'GET' || endpoint.method === 'DELETE' || endpoint.multipart !== null
      ? {}
      : { body: endpoint.body }),
    response: { [endpoint.status]: endpoint.reply },
    'x-access': endpoint.access,
    ...(freshSignIn && {
      'x-fresh-sign-in': { by: freshSignIn.by, toChange: freshSignIn.toChange },
      description: describeFreshSignIn(freshSignIn),
    }),
    ...(endpoint.multipart !== null ? { consumes: ['multipart/form-data'] } : {}),
    ...(endpoint.type ? { produces: [endpoint.type] } : {}),
  };
};
