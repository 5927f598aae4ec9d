import type { App } from './platform/app-context.ts';
import { deleteAdsOf } from './business/ads/ads.deletion.ts';
import { adFiles, posterFiles } from './business/ads/ads.files.ts';
import { adForms } from './business/ads/ads.forms.ts';
import { adsRoutes } from './business/ads/ads.routes.ts';
import { showingsRoutes } from './business/ads/showings.routes.ts';
import { adSources } from './business/ads/ads.source.ts';
import { administrationRoutes } from './review/administration/administration.routes.ts';
import { auditRoutes } from './accounts/audit/audit.routes.ts';
import { albumsPages } from './community/albums/albums.pages.ts';
import { albumsRoutes } from './community/albums/albums.routes.ts';
import { announcementsRoutes } from './business/announcements/announcements.routes.ts';
import { featuresRoutes } from './accounts/features/features.routes.ts';
import { authHandlers } from './accounts/auth/auth.handlers.ts';
import { mailNewDeviceJob, mailVerificationJob } from './accounts/auth/auth.jobs.ts';
import { mailResetJob } from './community/own-account/own-account.jobs.ts';
import { authRoutes } from './accounts/auth/auth.routes.ts';
import { passwordsRoutes } from './community/own-account/passwords.routes.ts';
import { sessionsRoutes } from './accounts/auth/sessions.routes.ts';
import { verificationRoutes } from './accounts/auth/verification.routes.ts';
import { categoryImages } from './catalogue/categories/categories.images.ts';
import { categoriesPages } from './catalogue/categories/categories.pages.ts';
import { bulkRunsHandlers } from './review/bulk/bulk-runs.handlers.ts';
import { bulkRunsRoutes } from './review/bulk/bulk-runs.routes.ts';
import { categoriesRoutes } from './catalogue/categories/categories.routes.ts';
import { commentsFeed, heldCommentsFeed } from './community/comments/comments.feeds.ts';
import { commentReports } from './community/comments/comments.reports.ts';
import { commentsRoutes } from './community/comments/comments.routes.ts';
import { flagsRoutes } from './community/comments/flags.routes.ts';
import { heldRoutes } from './community/comments/held.routes.ts';
import { choicesRoutes } from './review/choices/choices.routes.ts';
import { mediaReports } from './review/curation/curation.reports.ts';
import { curationRoutes } from './review/curation/curation.routes.ts';
import { reviewDeskRoutes } from './review/curation/review-desk.routes.ts';
import { reviewRequestMailCheck } from './review/curation/review-request.mail-check.ts';
import { drawsRoutes } from './review/draws/draws.routes.ts';
import { trailRoutes } from './review/trail/trail.routes.ts';
import { deleteExportOf, exportFiles } from './review/data-export/data-export.files.ts';
import { dataExportHandlers } from './review/data-export/data-export.handlers.ts';
import { dataExportRoutes } from './review/data-export/data-export.routes.ts';
import { discoveryPages } from './listening/discovery/discovery.pages.ts';
import { discoveryRoutes } from './listening/discovery/discovery.routes.ts';
import { embedsRoutes } from './listening/embeds/embeds.routes.ts';
import { eventsRoutes } from './platform/events/events.routes.ts';
import { feeds } from './platform/events/feed.ts';
import { favoriteMarks } from './catalogue/favorites/favorites.marks.ts';
import { favoritesRoutes } from './catalogue/favorites/favorites.routes.ts';
import { deleteStoredResponses } from './platform/http/idempotency.queries.ts';
import { type Route } from './platform/http/route.ts';
import { followsHandlers } from './community/follows/follows.handlers.ts';
import { followsGuestMail } from './community/follows/follows.guest-mail.ts';
import { postMailCheck, releaseMailCheck } from './community/follows/follows.mail-checks.ts';
import { followedNewsRoutes } from './community/follows/followed-news.routes.ts';
import { followsRoutes } from './community/follows/follows.routes.ts';
import { healthRoutes } from './frame/health/health.routes.ts';
import { postsRoutes } from './community/follows/posts.routes.ts';
import { identitiesRoutes } from './accounts/identities/identities.routes.ts';
import { imageKinds, pictureFiles } from './pipeline/images/image-kind.ts';
import { imagesRoutes } from './pipeline/images/images.routes.ts';
import type { JobHandler } from './platform/jobs/job.ts';
import { mailChecks } from './platform/mail/mail-check.ts';
import { outboxRoutes } from './platform/mail/outbox.routes.ts';
import { artworkImages } from './catalogue/media/media.images.ts';
import { deleteMediaOf } from './catalogue/media/media.deletion.ts';
import { messagesFeed } from './community/messages/messages.feeds.ts';
import { messagesHandlers } from './community/messages/messages.handlers.ts';
import { mailMessagesJob } from './community/messages/messages.jobs.ts';
import { messageReports } from './community/messages/messages.reports.ts';
import { messagesRoutes } from './community/messages/messages.routes.ts';
import { mediaFeed } from './catalogue/media/media.feeds.ts';
import { mediaPages } from './catalogue/media/media.pages.ts';
import { mediaRoutes } from './catalogue/media/media.routes.ts';
import { privateLinksRoutes } from './catalogue/media/private-links.routes.ts';
import { markSources } from './catalogue/media/marks.ts';
import { mediaSources } from './catalogue/media/media.source.ts';
import { guestMails } from './community/notifications/guest-mail.ts';
import { notificationsHandlers } from './community/notifications/notifications.handlers.ts';
import { mailUnsubscribeLinkJob } from './community/notifications/notifications.jobs.ts';
import { trailFeed } from './review/trail/trail.feeds.ts';
import { notificationsFeed } from './community/notifications/notifications.feeds.ts';
import { notificationsRoutes } from './community/notifications/notifications.routes.ts';
import type { PageKind } from './frame/pages/page.ts';
import { placesRoutes } from './platform/places/places.routes.ts';
import { performancesRoutes } from './community/performances/performances.routes.ts';
import { feedArtworkFiles } from './listening/podcasts/feed-artwork.ts';
import { deleteFeedArtwork } from './listening/podcasts/podcasts.deletion.ts';
import { playlistsPages } from './catalogue/playlists/playlists.pages.ts';
import { playlistsRoutes } from './catalogue/playlists/playlists.routes.ts';
import { playerRoutes } from './catalogue/player/player.routes.ts';
import { ratedBy } from './catalogue/ratings/ratings.queries.ts';
import { ratingsRoutes } from './catalogue/ratings/ratings.routes.ts';
import { endSubscriptionsOf } from './business/billing/billing.deletion.ts';
import { allSubscriptionsRoutes } from './review/administration/all-subscriptions.routes.ts';
import { paidPlansRoutes } from './business/billing/checkout/paid-plans.routes.ts';
import { plansRoutes } from './accounts/plans/plans.routes.ts';
import { createDomains, fill } from './platform/ports.ts';
import { formReceivers } from './pipeline/processing/form-receiver.ts';
import { sourceFiles } from './pipeline/processing/processing.files.ts';
import { processingHandlers } from './pipeline/processing/processing.handlers.ts';
import { sourceOwners } from './pipeline/processing/source-owner.ts';
import { reportSubjects } from './community/reports/report-subject.ts';
import { reportsHandlers } from './community/reports/reports.handlers.ts';
import { reportsRoutes } from './community/reports/reports.routes.ts';
import { takedownsRoutes } from './community/reports/takedowns.routes.ts';
import { secondFactorRoutes } from './accounts/second-factor/second-factor.routes.ts';
import { signInRoutes } from './accounts/second-factor/sign-in.routes.ts';
import { settingsRoutes } from './accounts/settings/settings.routes.ts';
import { supportPages } from './business/support/support.pages.ts';
import { supportRoutes } from './business/support/support.routes.ts';
import { fileGates } from './listening/files/file-gate.ts';
import { fileOwners } from './platform/storage/in-use.ts';
import { suspensionsRoutes } from './community/suspensions/suspensions.routes.ts';
import { statsHandlers } from './listening/stats/stats.handlers.ts';
import { subtractPlaysOf } from './listening/stats/stats.deletion.ts';
import { statsRoutes } from './listening/stats/stats.routes.ts';
import { deleteUploadsOf } from './catalogue/uploads/uploads.deletion.ts';
import { uploadsHandlers } from './catalogue/uploads/uploads.handlers.ts';
import { uploadsRoutes } from './catalogue/uploads/uploads.routes.ts';
import { accountRoutes } from './community/own-account/account.routes.ts';
import { accountDeletions } from './accounts/users/account-deletion.ts';
import { emailChangeRoutes } from './community/own-account/email-change.routes.ts';
import { uniqueRoutes } from './accounts/users/unique.routes.ts';
import { deletePictureOf, profileImages } from './community/profiles/profile-picture.images.ts';
import { lookupsRoutes } from './community/profiles/lookups.routes.ts';
import { albumImages, bandImages, deleteEntryPicturesOf } from './community/profiles/profile-entries.images.ts';
import { deleteJobsOf } from './community/own-account/delete-jobs.ts';
import { ownAccountHandlers } from './community/own-account/own-account.handlers.ts';
import { profilesPages } from './community/profiles/profiles.pages.ts';
import { profileReports } from './community/profiles/profiles.reports.ts';
import { timedTextRoutes } from './catalogue/timed-text/timed-text.routes.ts';
import { usersRoutes } from './accounts/users/users.routes.ts';
import { billingHandlers } from './business/billing/billing.handlers.ts';

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
  ...choicesRoutes(app),
  ...reviewDeskRoutes(app),
  ...drawsRoutes(app),
  ...trailRoutes(app),
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
/** Domains that store what accounts did with media, such as favorites; lists show it to the account. */
const marks = [favoriteMarks];
const pictures = [profileImages, albumImages, bandImages, artworkImages, ...categoryImages];

/**
 * The parts that domains contribute to each other, by port. A port is a list that several domains fill and one domain
 * reads.
 */
const given = createDomains([
  fill(sourceOwners, sources),
  fill(formReceivers, [adForms]),
  fill(imageKinds, pictures),
  fill(markSources, marks),
  fill(feeds, [mediaFeed, commentsFeed, heldCommentsFeed, messagesFeed, notificationsFeed, trailFeed]),
  fill(reportSubjects, [mediaReports, commentReports, profileReports, messageReports]),
  fill(guestMails, [followsGuestMail]),
  fill(mailChecks, [postMailCheck, releaseMailCheck, reviewRequestMailCheck]),
  fill(accountDeletions, [
    deleteMediaOf([...marks, { counted: ratedBy }]),
    deleteAdsOf,
    deleteUploadsOf,
    deletePictureOf,
    deleteFeedArtwork,
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
    feedArtworkFiles,
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
