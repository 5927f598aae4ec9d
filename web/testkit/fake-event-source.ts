/** An EventSource whose events the test sends. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  /** All instances, newest last. */
  static readonly all: FakeEventSource[] = [];
  readyState = 0;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.all.push(this);
  }
  opened(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  /** Simulates an error: the browser gives up a refused connection, and reconnects a lost one automatically. */
  failed(refused: boolean): void {
    this.readyState = refused ? FakeEventSource.CLOSED : 0;
    this.dispatchEvent(new Event('error'));
  }
  says(name: string, data: object): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }
}
