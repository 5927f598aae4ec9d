export interface Asset {
  type: string;
  plain: Buffer;
  /** Null where compression gains nothing. */
  brotli: Buffer | null;
  gzip: Buffer | null;
  /** Its name carries a hash of its bytes. */
  immutable: boolean;
}

/** The browser's part, as pages need it: built for production, from its sources for development. */
export interface Web {
  /** index.html with the places that `renderPage` fills. */
  template(): Promise<string>;
  asset(path: string): Asset | null;
  /** Addresses of the scripts behind a screen's source file, for preloading. */
  scriptsOf(screen: string): string[];
  /** What the players in other sites' pages load: a small entry of their own. */
  embed(): { scripts: string[]; styles: string[] };
}
