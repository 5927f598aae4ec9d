import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { captchaChallenge } from '@scoville/contract/platform/http/captcha.ts';
import { sendSupportMessage } from '@scoville/contract/business/support/support.ts';
import { help } from '@scoville/contract/business/support/help.ts';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { callerOf } from '../../platform/http/caller.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { newId } from '../../platform/ids.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { checkCaptcha } from './captcha.ts';
import { findReviewFigures } from '../../listening/discovery/statistics.queries.ts';
import { helpText } from './help-text.ts';
import { newChallenge } from './proof-of-work.ts';
import { firstAdminEmail } from './support.queries.ts';

const TRY_LATER = 'We got several messages from your network already. Try again in an hour.';

export const supportRoutes = (app: App) => [
  route(help, async ({ params }) => helpText(app.env, params.page, await findReviewFigures(app.db))),

  route(captchaChallenge, async () => ({ challenge: await newChallenge(app.db) })),

  route(sendSupportMessage, async ({ body, request, actor }) => {
    const { name, email, message } = body;
    const { PRODUCT_NAME, PUBLIC_URL, SUPPORT_EMAIL } = app.env;
    const useUp = await checkCaptcha(app, body.recaptcha);
    await app.limits.take(`support ${callerOf(request)}`, 5, 3600, TRY_LATER);
    // Imported only to write a mail: loading the mail components takes most of a second and would delay each start.
    const { supportMail } = await import('./support.template.ts');
    await transaction(app.db, async (tx) => {
      await useUp(tx);
      const to = SUPPORT_EMAIL ?? (await firstAdminEmail(tx));
      if (to === null) throw new HttpError(503, 'Nobody reads messages on this installation yet.');
      await writeMail(tx, {
        to,
        replyTo: email,
        subject: sentence`${PRODUCT_NAME}: a message from ${name}`,
        kind: 'support',
        dedupeKey: `support:${newId()}`,
        template: supportMail({
          product: PRODUCT_NAME,
          name,
          email,
          message,
          profile: actor === null ? null : `${PUBLIC_URL}/${actor.userId}`,
        }),
      });
    });
    return { message: 'Message was successfully sent. We will get back to you soon.' };
  }),
];
