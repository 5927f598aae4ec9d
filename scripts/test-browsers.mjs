// `npm run test:browsers [-- firefox
// webkit]`: installs both browsers if possible, then runs a short journey.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, install, need, needFfmpeg, node, root } from './setup.mjs';

install();
needFfmpeg();
// Firefox plays nothing on a machine without a sound device, so PulseAudio provides a virtual one.
const firefox = {
  'firefox-esr': process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
  pulseaudio: '/usr/bin/pulseaudio',
};
needAll('Firefox', firefox);
// WebKit decodes sound and video with ffmpeg's libraries; it needs a screen, which may be virtual.
const webkit = { 'webkit2gtk-driver': '/usr/bin/WebKitWebDriver', xvfb: '/usr/bin/Xvfb' };
needAll('WebKit', webkit, decodes() ? [] : ['gstreamer1.0-libav']);
build();
process.exit(
  spawnSync(node, [join(root, 'scripts/browsers.ts'), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
    .status ?? 1,
);

/** Installs the packages whose files don't exist. */
function needAll(what, files, more = []) {
  const missing = [...Object.keys(files).filter((name) => !existsSync(files[name])), ...more];
  if (missing.length > 0) need(what, missing);
}

function decodes() {
  return ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib'].some((folder) =>
    existsSync(join(folder, 'gstreamer-1.0/libgstlibav.so')),
  );
}
