export interface Asset {
  type: string;
  plain: Buffer;
  /** Null if compression doesn't make it smaller. */
  brotli: Buffer | null;
  gzip: Buffer | null;
  /** Whether its name contains a hash of its bytes. */
  immutable: boolean;
}

/** The browser app for pages: a production build, or its sources in development. */
export interface Web {
  /** index.html with the placeholders that `renderPage` fills. */
  template(): Promise<string>;
  asset(path: string): Asset | null;
  /** Addresses of the scripts behind a screen's source file, for preloading. */
  scriptsOf(screen: string): string[];
  /** The files that embedded players load, from a small entry. */
  embed(): { scripts: string[]; styles: string[] };
}
