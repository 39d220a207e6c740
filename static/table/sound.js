// A card slides over felt: a breath of filtered noise, made when it is wanted. Loaded only where
// the settings ask for it, and silent until the player has touched the page.

const SECONDS = 0.09;
let context = null;
let noise = null;

export function slide() {
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  noise ??= hiss(context);
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const felt = new BiquadFilterNode(context, { type: "bandpass", frequency: 2400, Q: 0.8 });
  const volume = new GainNode(context, { gain: 0.25 });
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + SECONDS);
  source.connect(felt).connect(volume).connect(context.destination);
  source.start();
}

function hiss({ sampleRate }) {
  const buffer = new AudioBuffer({ length: Math.ceil(sampleRate * SECONDS), sampleRate });
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = 2 * Math.random() - 1;
  return buffer;
}
