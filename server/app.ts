import type { App } from './app-context.ts';
import { deleteAdsOf } from './ads/ads.deletion.ts';
import { adFiles, posterFiles } from './ads/ads.files.ts';
import { adForms } from './ads/ads.forms.ts';
import { adsRoutes } from './ads/ads.routes.ts';
import { showingsRoutes } from './ads/showings.routes.ts';
import { adSources } from './ads/ads.source.ts';
import { administrationRoutes } from './administration/administration.routes.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { albumsPages } from './albums/albums.pages.ts';
import { albumsRoutes } from './albums/albums.routes.ts';
import { announcementsRoutes } from './announcements/announcements.routes.ts';
import { featuresRoutes } from './features/features.routes.ts';
import { authHandlers } from './auth/auth.handlers.ts';
import { mailNewDeviceJob, mailVerificationJob } from './auth/auth.jobs.ts';
import { mailResetJob } from './own-account/own-account.jobs.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { passwordsRoutes } from './own-account/passwords.routes.ts';
import { sessionsRoutes } from './auth/sessions.routes.ts';
import { verificationRoutes } from './auth/verification.routes.ts';
import { categoryImages } from './categories/categories.images.ts';
import { categoriesPages } from './categories/categories.pages.ts';
import { bulkRunsHandlers } from './bulk/bulk-runs.handlers.ts';
import { bulkRunsRoutes } from './bulk/bulk-runs.routes.ts';
import { categoriesRoutes } from './categories/categories.routes.ts';
import { commentsFeed, heldCommentsFeed } from './comments/comments.feeds.ts';
import { commentReports } from './comments/comments.reports.ts';
import { commentsRoutes } from './comments/comments.routes.ts';
import { flagsRoutes } from './comments/flags.routes.ts';
import { heldRoutes } from './comments/held.routes.ts';
import { mediaReports } from './curation/curation.reports.ts';
import { curationRoutes } from './curation/curation.routes.ts';
import { reviewDeskRoutes } from './curation/review-desk.routes.ts';
import { reviewRequestMailCheck } from './curation/review-request.mail-check.ts';
import { deleteExportOf, exportFiles } from './data-export/data-export.files.ts';
import { dataExportHandlers } from './data-export/data-export.handlers.ts';
import { dataExportRoutes } from './data-export/data-export.routes.ts';
import { discoveryPages } from './discovery/discovery.pages.ts';
import { discoveryRoutes } from './discovery/discovery.routes.ts';
import { embedsRoutes } from './embeds/embeds.routes.ts';
import { eventsRoutes } from './events/events.routes.ts';
import { feeds } from './events/feed.ts';
import { favoriteMarks } from './favorites/favorites.marks.ts';
import { favoritesRoutes } from './favorites/favorites.routes.ts';
import { deleteStoredResponses } from './http/idempotency.queries.ts';
import { type Route } from './http/route.ts';
import { followsHandlers } from './follows/follows.handlers.ts';
import { followsGuestMail } from './follows/follows.guest-mail.ts';
import { postMailCheck, releaseMailCheck } from './follows/follows.mail-checks.ts';
import { followedNewsRoutes } from './follows/followed-news.routes.ts';
import { followsRoutes } from './follows/follows.routes.ts';
import { healthRoutes } from './health/health.routes.ts';
import { postsRoutes } from './follows/posts.routes.ts';
import { identitiesRoutes } from './identities/identities.routes.ts';
import { imageKinds, pictureFiles } from './images/image-kind.ts';
import { imagesRoutes } from './images/images.routes.ts';
import type { JobHandler } from './jobs/job.ts';
import { mailChecks } from './mail/mail-check.ts';
import { outboxRoutes } from './mail/outbox.routes.ts';
import { artworkImages } from './media/media.images.ts';
import { deleteMediaOf } from './media/media.deletion.ts';
import { messagesFeed } from './messages/messages.feeds.ts';
import { messagesHandlers } from './messages/messages.handlers.ts';
import { mailMessagesJob } from './messages/messages.jobs.ts';
import { messageReports } from './messages/messages.reports.ts';
import { messagesRoutes } from './messages/messages.routes.ts';
import { mediaFeed } from './media/media.feeds.ts';
import { mediaPages } from './media/media.pages.ts';
import { mediaRoutes } from './media/media.routes.ts';
import { privateLinksRoutes } from './media/private-links.routes.ts';
import { markSources } from './media/marks.ts';
import { mediaSources } from './media/media.source.ts';
import { guestMails } from './notifications/guest-mail.ts';
import { notificationsHandlers } from './notifications/notifications.handlers.ts';
import { mailUnsubscribeLinkJob } from './notifications/notifications.jobs.ts';
import { notificationsFeed } from './notifications/notifications.feeds.ts';
import { notificationsRoutes } from './notifications/notifications.routes.ts';
import type { PageKind } from './pages/page.ts';
import { placesRoutes } from './places/places.routes.ts';
import { performancesRoutes } from './performances/performances.routes.ts';
import { drawnFiles } from './podcasts/feed-artwork.ts';
import { deleteDrawnOf } from './podcasts/podcasts.deletion.ts';
import { playlistsPages } from './playlists/playlists.pages.ts';
import { playlistsRoutes } from './playlists/playlists.routes.ts';
import { playerRoutes } from './player/player.routes.ts';
import { ratedBy } from './ratings/ratings.queries.ts';
import { ratingsRoutes } from './ratings/ratings.routes.ts';
import { endSubscriptionsOf } from './billing/billing.deletion.ts';
import { allSubscriptionsRoutes } from './administration/all-subscriptions.routes.ts';
import { paidPlansRoutes } from './billing/checkout/paid-plans.routes.ts';
import { plansRoutes } from './plans/plans.routes.ts';
import { createDomains, fill } from './ports.ts';
import { formReceivers } from './processing/form-receiver.ts';
import { sourceFiles } from './processing/processing.files.ts';
import { processingHandlers } from './processing/processing.handlers.ts';
import { sourceOwners } from './processing/source-owner.ts';
import { reportSubjects } from './reports/report-subject.ts';
import { reportsHandlers } from './reports/reports.handlers.ts';
import { reportsRoutes } from './reports/reports.routes.ts';
import { takedownsRoutes } from './reports/takedowns.routes.ts';
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts';
import { signInRoutes } from './second-factor/sign-in.routes.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { supportPages } from './support/support.pages.ts';
import { supportRoutes } from './support/support.routes.ts';
import { fileGates } from './files/file-gate.ts';
import { fileOwners } from './storage/in-use.ts';
import { suspensionsRoutes } from './suspensions/suspensions.routes.ts';
import { statsHandlers } from './stats/stats.handlers.ts';
import { subtractPlaysOf } from './stats/stats.deletion.ts';
import { statsRoutes } from './stats/stats.routes.ts';
import { deleteUploadsOf } from './uploads/uploads.deletion.ts';
import { uploadsHandlers } from './uploads/uploads.handlers.ts';
import { uploadsRoutes } from './uploads/uploads.routes.ts';
import { accountRoutes } from './own-account/account.routes.ts';
import { accountDeletions } from './users/account-deletion.ts';
import { emailChangeRoutes } from './own-account/email-change.routes.ts';
import { uniqueRoutes } from './users/unique.routes.ts';
import { deletePictureOf, profileImages } from './profiles/profile-picture.images.ts';
import { lookupsRoutes } from './profiles/lookups.routes.ts';
import { albumImages, bandImages, deleteEntryPicturesOf } from './profiles/profile-entries.images.ts';
import { deleteJobsOf } from './own-account/delete-jobs.ts';
import { ownAccountHandlers } from './own-account/own-account.handlers.ts';
import { profilesPages } from './profiles/profiles.pages.ts';
import { profileReports } from './profiles/profiles.reports.ts';
import { timedTextRoutes } from './timed-text/timed-text.routes.ts';
import { usersRoutes } from './users/users.routes.ts';
import { billingHandlers } from './billing/billing.handlers.ts';

/** All calls of the API, by domain. */
export const routesOf = (app: App): Route[] => [
  ...settingsRoutes(app),
  ...plansRoutes(app),
  ...paidPlansRoutes(app),
  ...allSubscriptionsRoutes(app),
  ...authRoutes(app),
  ...passwordsRoutes(app),
  ...sessionsRoutes(app),
  ...verificationRoutes(app),
  ...signInRoutes(app),
  ...secondFactorRoutes(app),
  ...identitiesRoutes(app),
  ...dataExportRoutes(app),
  ...usersRoutes(app),
  ...emailChangeRoutes(app),
  ...notificationsRoutes(app),
  ...uniqueRoutes(app),
  ...accountRoutes(app),
  ...lookupsRoutes(app),
  ...placesRoutes(),
  ...performancesRoutes(app),
  ...followsRoutes(app),
  ...followedNewsRoutes(app),
  ...postsRoutes(app),
  ...mediaRoutes(app),
  ...privateLinksRoutes(app),
  ...favoritesRoutes(app),
  ...playlistsRoutes(app),
  ...albumsRoutes(app),
  ...playerRoutes(app),
  ...ratingsRoutes(app),
  ...timedTextRoutes(app),
  ...categoriesRoutes(app),
  ...discoveryRoutes(app),
  ...embedsRoutes(app),
  ...announcementsRoutes(app),
  ...featuresRoutes(app),
  ...commentsRoutes(app),
  ...flagsRoutes(app),
  ...heldRoutes(app),
  ...curationRoutes(app),
  ...reviewDeskRoutes(app),
  ...administrationRoutes(app),
  ...healthRoutes(app),
  ...bulkRunsRoutes(app),
  ...messagesRoutes(app),
  ...auditRoutes(app),
  ...reportsRoutes(app),
  ...takedownsRoutes(app),
  ...suspensionsRoutes(app),
  ...outboxRoutes(app),
  ...adsRoutes(app),
  ...showingsRoutes(app),
  ...statsRoutes(app),
  ...uploadsRoutes(app),
  ...imagesRoutes(app),
  ...supportRoutes(app),
  ...eventsRoutes(app),
];

/** All kinds of pages with content before scripts run. The first kind that has a path answers. */
export const pagesOf = (app: App): PageKind[] => [
  ...discoveryPages(app),
  ...categoriesPages(app),
  ...mediaPages(app),
  ...playlistsPages(app),
  ...albumsPages(app),
  ...supportPages(app),
  ...profilesPages(app),
];

const sources = [mediaSources, adSources];
/** Domains that store accounts’ marks on media, shown in lists. */
const marks = [favoriteMarks];
const pictures = [profileImages, albumImages, bandImages, artworkImages, ...categoryImages];

/** The parts that domains contribute to each other, by port. */
const given = createDomains([
  fill(sourceOwners, sources),
  fill(formReceivers, [adForms]),
  fill(imageKinds, pictures),
  fill(markSources, marks),
  fill(feeds, [mediaFeed, commentsFeed, heldCommentsFeed, messagesFeed, notificationsFeed]),
  fill(reportSubjects, [mediaReports, commentReports, profileReports, messageReports]),
  fill(guestMails, [followsGuestMail]),
  fill(mailChecks, [postMailCheck, releaseMailCheck, reviewRequestMailCheck]),
  fill(accountDeletions, [
    deleteMediaOf([...marks, { counted: ratedBy }]),
    deleteAdsOf,
    deleteUploadsOf,
    deletePictureOf,
    deleteDrawnOf,
    deleteEntryPicturesOf,
    deleteStoredResponses,
    deleteExportOf,
    endSubscriptionsOf,
    subtractPlaysOf,
    deleteJobsOf([mailResetJob, mailNewDeviceJob, mailVerificationJob, mailUnsubscribeLinkJob, mailMessagesJob]),
  ]),
  fill(fileOwners, [
    sourceFiles(sources.map(({ kind }) => kind)),
    pictureFiles(pictures),
    drawnFiles,
    posterFiles,
    exportFiles,
  ]),
  fill(fileGates, [adFiles]),
]);

/** Handlers of all jobs. */
const handlers: readonly JobHandler<App>[] = [
  ...statsHandlers,
  ...processingHandlers,
  ...uploadsHandlers,
  ...authHandlers,
  ...notificationsHandlers,
  ...dataExportHandlers,
  ...followsHandlers,
  ...messagesHandlers,
  ...billingHandlers,
  ...bulkRunsHandlers,
  ...reportsHandlers,
  ...ownAccountHandlers,
];

/** The contributions of the domains and the job handlers, for `openApp`. */
export const domains = { ...given, handlers };
